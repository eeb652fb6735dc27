/** 车辆动态、行程与停留、日统计: what the engines make of positions. Derived, therefore never written by hand (fleet.md §2.4, §2.8). */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { asText } from '#kit/basics/text.ts'
import { CUT_REASONS } from '../commands/command.ts'
import { checkUpgrade, checkParameters, checkPassThrough } from '../commands/command.rules.ts'

const MOTIONS = { driving: '行驶', idling: '怠速', parked: '熄火', unlocated: '未定位' }

/** One row a vehicle: the last position, never moved back by late data. */
export const vehiclePosition = defineEntity({
  name: 'vehiclePosition',
  label: '车辆动态',
  right: 'trainWorker',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true, unique: true }),
    store: f.ref('门店', 'store', { required: true }),
    terminal: f.ref('GPS设备', 'terminal'),
    online: f.flag('在线'),
    motion: f.choice('行驶状态', MOTIONS, { required: true, default: 'unlocated' }),
    at: f.instant('定位时间'),
    receivedAt: f.instant('接收时间'),
    lng: f.decimal('经度（WGS-84）', 6, { min: -180, max: 180 }),
    lat: f.decimal('纬度（WGS-84）', 6, { min: -90, max: 90 }),
    altitude: f.int('海拔', { unit: 'm' }),
    speed: f.decimal('速度', 1, { unit: 'km/h', min: 0 }),
    direction: f.int('方向', { unit: '°', min: 0, max: 359 }),
    accOn: f.flag('点火'),
    oilCut: f.flag('油路断开'),
    circuitCut: f.flag('电路断开'),
    odometer: f.decimal('终端里程', 1, { unit: 'km' }),
    alarms: f.int('当前报警标志'),
    changedAt: f.instant('状态变更时间'),
  },
  list: {
    columns: ['vehicle', 'online', 'motion', 'speed', 'at', 'accOn', 'oilCut', 'circuitCut', 'lng', 'lat', 'odometer', 'store'],
    // Not by time: an index on it would be rewritten with every position.
    filters: ['vehicle', 'online', 'motion', 'store', 'oilCut', 'circuitCut'],
    sort: 'vehicle',
    quick: {
      行驶: { online: true, motion: 'driving' },
      怠速: { online: true, motion: 'idling' },
      熄火: { online: true, motion: 'parked' },
      离线: { online: false },
    },
  },
  form: {
    位置: ['vehicle', 'terminal', 'online', 'motion', 'at', 'receivedAt', 'lng', 'lat', 'speed', 'direction', 'altitude'],
    状态: ['accOn', 'oilCut', 'circuitCut', 'odometer', 'alarms', 'changedAt', 'store'],
  },
})

/** A terminal answers when it does, and may refuse. */
const SENT = '指令已提交，执行结果见「远程指令」'
/** Everything a person sends to a vehicle starts here; what becomes of it stands in 远程指令 and 断油断电. */
export const vehiclePositionActions = defineActions(vehiclePosition, {
  locate: {
    label: '立即定位',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    bulk: true,
    confirm: '要求终端立即上报一次位置，不影响行车。确认定位？',
  },
  setInterval: {
    label: '设置上报间隔',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    bulk: true,
    input: {
      seconds: f.int('上报间隔', { required: true, unit: '秒', min: 1, max: 3600, default: 30 }),
      keepMinutes: f.int('有效期', { unit: '分钟', min: 1, max: 1440, hint: '填写则临时跟踪，到期恢复；不填则修改终端平时的上报间隔' }),
    },
  },
  sendText: {
    label: '文本下发',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    bulk: true,
    input: {
      text: f.text('内容', { required: true, maxLength: 200 }),
      speak: f.flag('语音播报', { default: true }),
      urgent: f.flag('紧急'),
    },
  },
  readParameters: {
    label: '查询参数',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    input: { ids: f.text('参数编号', { maxLength: 300, hint: '十六进制，用逗号分隔，例如 0001,0029,0055；不填为全部参数' }) },
    checkInput: (i) => checkParameters(asText(i['ids']), false),
  },
  setParameters: {
    label: '设置参数',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    bulk: true,
    input: {
      parameters: f.note('参数', {
        required: true,
        maxLength: 2000,
        hint: '每行一个「编号=值」，例如 0029=30（平时上报间隔，秒）、0055=100（最高速度，km/h）；设置后自动读回比对',
      }),
    },
    checkInput: (i) => checkParameters(asText(i['parameters']), true),
  },
  calibrate: {
    label: '里程校准',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    // Not called `odometer`: a form begins with what the record has, and that is the terminal's own count.
    input: {
      reading: f.decimal('里程表读数', 1, {
        unit: 'km',
        min: 0,
        max: 5_000_000,
        hint: '仪表当前读数；不填为车辆档案中的里程。写入终端（参数 0080）后自动读回比对',
      }),
    },
  },
  upgrade: {
    label: '终端升级',
    right: 'remoteCommand_upgrade',
    done: SENT,
    from: 'any',
    tone: 'danger',
    input: {
      url: f.text('固件地址', {
        required: true,
        maxLength: 150,
        hint: '以 http、https 或 ftp 开头，终端须能访问。固件与型号不符会使终端失效，须到现场修复',
      }),
      firmware: f.text('固件版本', {
        required: true,
        maxLength: 40,
        hint: '升级后的版本号；终端通知升级成功，或查询终端属性得到此版本，即为生效',
      }),
      minutes: f.int('时限', { required: true, unit: '分钟', min: 1, max: 1440, default: 60 }),
    },
    checkInput: (i) => checkUpgrade(asText(i['url']), asText(i['firmware'])),
  },
  restart: {
    label: '终端复位',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    bulk: true,
    confirm: '终端将重新启动，其间不上报位置。确认复位？',
  },
  readProperties: {
    label: '查询终端属性',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    confirm: '要求终端上报制造商、型号、卡号与固件版本，不影响行车。确认查询？',
  },
  photo: {
    label: '拍照',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    input: { channel: f.int('通道', { required: true, min: 1, max: 16, default: 1 }) },
  },
  lockDoor: {
    label: '车门加锁',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    confirm: '指令下发后车门上锁，车内的人可能无法开门；请确认车已停好。确认加锁？',
  },
  unlockDoor: {
    label: '车门解锁',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    confirm: '指令下发后车门解锁，任何人都能打开；请确认车旁有自己的人。确认解锁？',
  },
  factoryReset: {
    label: '恢复出厂设置',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    tone: 'danger',
    confirm: '终端的全部参数将恢复出厂值，服务器地址也可能丢失，之后须到现场重新配置。确认恢复出厂设置？',
  },
  passThrough: {
    label: '透传',
    right: 'remoteCommand_issue',
    done: SENT,
    from: 'any',
    input: {
      type: f.text('透传类型', { required: true, maxLength: 2, default: 'F0', hint: '十六进制；41、42 = 串口 1、2，F0–FF = 厂家自定义' }),
      data: f.text('内容', { required: true, maxLength: 400, hint: '十六进制，例如 0a1b2c；由终端转给所接设备，含义以设备说明书为准' }),
    },
    checkInput: (i) => checkPassThrough(asText(i['type']), asText(i['data'])),
  },
  requestCut: {
    label: '申请断油断电',
    right: 'oilAndElectricityControl_request',
    done: '已提交申请，等待审批',
    from: 'any',
    tone: 'danger',
    input: {
      kind: f.choice(
        '方式',
        { cut: '断开油电', limit: '限制启动' },
        { required: true, default: 'cut', hint: '断开油电须车辆静止；限制启动可用于行驶中的车辆，熄火后不能再次启动' },
      ),
      reason: f.choice('事由', CUT_REASONS, { required: true, default: 'arrears' }),
      contract: f.ref('租赁合同', 'contract', {
        when: (v) => v['reason'] === 'arrears' || v['reason'] === 'overdue',
        hint: '欠费或逾期时必填',
      }),
      reasonText: f.note('情况说明', { required: true, maxLength: 500 }),
      warned: f.flag('已告知承租人并知晓风险', { hint: '断开油电可能危及行车安全：确认车辆停在安全位置，并已依约告知承租人' }),
    },
    checkInput: (i) =>
      !i['warned']
        ? '请确认已告知承租人并知晓风险'
        : (i['reason'] === 'arrears' || i['reason'] === 'overdue') && !i['contract']
          ? '欠费或逾期须选择租赁合同'
          : null,
  },
  requestRestore: {
    label: '申请恢复油电',
    right: 'oilAndElectricityControl_request',
    done: '已提交申请，等待审批',
    from: 'any',
    input: { reasonText: f.note('情况说明', { required: true, maxLength: 500 }) },
  },
})

/** Trips and stops partition the time of a vehicle; recomputed when late data arrive. */
export const trip = defineEntity({
  name: 'trip',
  label: '行程与停留',
  right: 'historicalTrajectory',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle', 'kind'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    kind: f.choice('类型', { trip: '行程', stop: '停留', gap: '无数据' }, { required: true }),
    startAt: f.instant('开始时间', { required: true }),
    endAt: f.instant('结束时间'),
    seconds: f.int('时长', { unit: '秒', required: true }),
    distance: f.int('里程', { unit: 'm', required: true }),
    method: f.choice('里程依据', { odometer: '终端里程', gps: '卫星定位' }, { required: true, default: 'gps' }),
    gpsDistance: f.int('定位里程', { unit: 'm', required: true, default: 0 }),
    odometerDistance: f.int('终端里程差', { unit: 'm' }),
    maxSpeed: f.decimal('最高速度', 1, { unit: 'km/h' }),
    idleSeconds: f.int('怠速时长', { unit: '秒' }),
    startLng: f.decimal('起点经度', 6, {}),
    startLat: f.decimal('起点纬度', 6, {}),
    endLng: f.decimal('终点经度', 6, {}),
    endLat: f.decimal('终点纬度', 6, {}),
    points: f.int('定位点数', { required: true, default: 0 }),
    driver: f.ref('驾驶员', 'driver', { hint: '在终端上插卡的司机；空着表示没有插卡记录' }),
  },
  list: {
    columns: ['vehicle', 'kind', 'startAt', 'endAt', 'seconds', 'distance', 'method', 'maxSpeed', 'idleSeconds', 'driver'],
    filters: ['vehicle', 'driver', 'kind', 'startAt', 'store', 'distance', 'seconds'],
    sort: '-startAt',
    quick: { 行程: { kind: 'trip' }, 停留: { kind: 'stop' } },
    totals: ['distance', 'seconds'],
  },
  form: {
    行程: [
      'vehicle',
      'kind',
      'startAt',
      'endAt',
      'seconds',
      'distance',
      'method',
      'gpsDistance',
      'odometerDistance',
      'maxSpeed',
      'idleSeconds',
      'driver',
      'points',
    ],
    起止: ['startLng', 'startLat', 'endLng', 'endLat', 'store'],
  },
  indexes: [['vehicle', 'startAt']],
})

/** 数据统计: one row a vehicle and business day. */
export const vehicleDay = defineEntity({
  name: 'vehicleDay',
  label: '车辆日统计',
  right: 'dataStatistics',
  scope: { store: 'store' },
  writes: 'none',
  title: ['vehicle', 'day'],
  fields: {
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    day: f.day('日期', { required: true }),
    distance: f.int('里程', { unit: 'm', required: true, default: 0, width: 150 }),
    method: f.choice('里程依据', { odometer: '终端里程', gps: '卫星定位' }, { required: true, default: 'gps' }),
    trips: f.int('行程数', { required: true, default: 0 }),
    stops: f.int('停留数', { required: true, default: 0 }),
    drivingSeconds: f.int('行驶时长', { unit: '秒', required: true, default: 0, width: 150 }),
    idleSeconds: f.int('怠速时长', { unit: '秒', required: true, default: 0 }),
    onlineSeconds: f.int('在线时长', { unit: '秒', required: true, default: 0 }),
    onlineRate: f.rate('在线率', { required: true, default: 0 }),
    nightSeconds: f.int('夜间行驶', { unit: '秒', required: true, default: 0, hint: '22:00–06:00' }),
    maxSpeed: f.decimal('最高速度', 1, { unit: 'km/h' }),
    alarms: f.int('报警数', { required: true, default: 0 }),
    severeAlarms: f.int('严重报警', { required: true, default: 0 }),
    score: f.int('安全评分', { required: true, default: 100, min: 0, max: 100 }),
    points: f.int('定位点数', { required: true, default: 0 }),
  },
  unique: [{ fields: ['vehicle', 'day'], message: '该车辆当天已有统计' }],
  list: {
    columns: [
      'vehicle',
      'day',
      'distance',
      'method',
      'trips',
      'drivingSeconds',
      'idleSeconds',
      'onlineRate',
      'nightSeconds',
      'maxSpeed',
      'alarms',
      'severeAlarms',
      'score',
      'store',
    ],
    filters: ['vehicle', 'day', 'store', 'distance', 'alarms', 'score'],
    sort: '-day,vehicle',
    totals: ['distance', 'trips', 'drivingSeconds', 'alarms'],
  },
  form: {
    统计: [
      'vehicle',
      'day',
      'store',
      'distance',
      'method',
      'trips',
      'stops',
      'drivingSeconds',
      'idleSeconds',
      'onlineSeconds',
      'onlineRate',
      'nightSeconds',
      'maxSpeed',
      'alarms',
      'severeAlarms',
      'score',
      'points',
    ],
  },
  indexes: [['day', 'vehicle']],
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehiclePosition: RowOf<typeof vehiclePosition>
    trip: RowOf<typeof trip>
    vehicleDay: RowOf<typeof vehicleDay>
  }
  interface ActionsOf {
    vehiclePosition: typeof vehiclePositionActions
  }
}
