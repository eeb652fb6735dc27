/** GPS设备、设备型号、绑定记录、车载设备: what is fitted to a vehicle, and when (fleet.md §2.3). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { checkProfile } from './terminal.rules.ts'

const PROTOCOLS = { jt808v2011: '部标 808-2011', jt808v2013: '部标 808-2013', jt808v2019: '部标 808-2019', gt06: 'GT06 协议' }

/** What differs from maker to maker: attached items and, above all, how fuel and electricity are cut (fleet.md §3.8). */
const deviceProfile = defineEntity({
  name: 'deviceProfile',
  label: '设备型号',
  right: 'deviceProfileList',
  title: ['name'],
  search: ['name', 'maker'],
  fields: {
    name: f.text('型号名称', { required: true, maxLength: 60, unique: '该型号名称已存在' }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    maker: f.text('制造商', { maxLength: 60 }),
    protocol: f.choice('通信协议', PROTOCOLS, { required: true, default: 'jt808v2013' }),
    heartbeatSeconds: f.int('心跳间隔', {
      required: true,
      unit: '秒',
      min: 10,
      max: 3600,
      default: 60,
      hint: '超过三个心跳（至少 180 秒）没有任何数据即为离线',
    }),
    lenientAuth: f.flag('允许未鉴权上报', { hint: '少数设备不发送鉴权消息；开启后仅凭终端号接收数据，存在冒用风险' }),
    items: f.choice(
      '附加信息',
      { standard: '标准', gps51: '51 温度、58 湿度（补码）', gps51signed: '51 温度（最高位为负号）', battery06: '06 为电池电量' },
      {
        required: true,
        default: 'standard',
        hint: '同一编号在不同厂家的设备上含义不同；冷链设备请按说明书选择，与所选不同的编号在「附加信息定义」中逐个登记',
      },
    ),
    cutBy: f.choice(
      '断油断电指令方式',
      { none: '不支持', control: '终端控制（0x8105）', text: '文本指令（0x8300）', parameter: '设置参数（0x8103）', raw: '自定义消息' },
      { required: true, default: 'none', hint: '以设备厂家的说明书为准；未配置的型号不能断油断电' },
    ),
    cutCode: f.text('断开指令', {
      maxLength: 200,
      hint: '终端控制：命令字十六进制，如 F0 或 64，可带参数 F0;1；文本：指令原文；参数：F030=内容；自定义：A006:01',
    }),
    restoreCode: f.text('恢复指令', { maxLength: 200 }),
    limitCode: f.text('限制启动指令', { maxLength: 200, hint: '一级限制：车辆照常行驶，熄火后不能再次启动；格式同上，设备不支持则留空' }),
    cutBits: f.choice(
      '以哪个状态位确认',
      { oil: '油路断开（位 10）', circuit: '电路断开（位 11）', either: '任一', both: '两者' },
      { required: true, default: 'either' },
    ),
    remark: f.note('备注', { maxLength: 500 }),
  },
  check: checkProfile,
  list: {
    columns: ['name', 'status', 'maker', 'protocol', 'cutBy', 'items', 'heartbeatSeconds', 'remark'],
    filters: ['name', 'status', 'maker', 'protocol', 'cutBy'],
    sort: 'name',
  },
  form: {
    型号: ['name', 'maker', 'protocol', 'heartbeatSeconds', 'lenientAuth', 'items'],
    断油断电: ['cutBy', 'cutCode', 'restoreCode', 'limitCode', 'cutBits'],
    其他: ['remark'],
  },
  children: [{ entity: 'deviceItem', by: 'profile', label: '附加信息定义' }],
})
export const deviceProfileActions = defineActions(deviceProfile, {
  disable: { label: '停用', from: ['active'], to: 'disabled', confirm: '停用后不能再选择该型号。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后设备可以再选择该型号。确认启用？' },
})

export const terminal = defineEntity({
  name: 'terminal',
  label: 'GPS设备',
  right: 'gpsEquipment',
  scope: { store: 'store' },
  title: ['terminalNo'],
  search: ['terminalNo', 'simNo', 'imei', 'iccid', 'deviceNo'],
  searchThrough: ['vehicle'],
  fields: {
    terminalNo: f.text('终端号', {
      required: true,
      fixed: true,
      format: 'deviceNo',
      unique: '该终端号已存在',
      width: 150,
      hint: '终端手机号（5–20 位数字），前导零可省略',
    }),
    status: f.state(
      '状态',
      { quarantine: '待认领', stock: '在库', active: '使用中', stopped: '停用', repair: '返修', scrapped: '报废' },
      'stock',
    ),
    online: f.flag('在线', { readOnly: true, width: 80 }),
    vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
    profile: f.ref('设备型号', 'deviceProfile', { filter: { status: 'active' } }),
    protocol: f.choice('通信协议', PROTOCOLS, { readOnly: true }),
    store: f.ref('所属门店', 'store', { filter: { status: 'active' }, hint: '绑定车辆后随车辆所属门店' }),
    deviceNo: f.text('终端ID', { maxLength: 30 }),
    imei: f.text('终端 IMEI', { maxLength: 20 }),
    simNo: f.text('SIM 卡号', { maxLength: 20 }),
    iccid: f.text('卡号 ICCID', { maxLength: 22 }),
    simDueOn: f.day('SIM 卡到期日'),
    firmware: f.text('固件版本', { maxLength: 60, readOnly: true }),
    maker: f.text('制造商', { maxLength: 30, readOnly: true }),
    model: f.text('上报型号', { maxLength: 40, readOnly: true }),
    reportedPlate: f.text('上报车牌', { maxLength: 20, readOnly: true }),
    firstSeenAt: f.instant('首次上线', { readOnly: true }),
    lastSeenAt: f.instant('最近通信', { readOnly: true }),
    lastFixAt: f.instant('最近定位', { readOnly: true }),
    clockFault: f.text('时钟异常', { maxLength: 120, readOnly: true }),
    installedOn: f.day('安装日期'),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  list: {
    columns: [
      'terminalNo',
      'status',
      'online',
      'vehicle',
      'profile',
      'protocol',
      'reportedPlate',
      'lastSeenAt',
      'lastFixAt',
      'simNo',
      'simDueOn',
      'firmware',
      'store',
      'remark',
    ],
    filters: ['terminalNo', 'status', 'online', 'vehicle', 'profile', 'protocol', 'store', 'simNo', 'imei', 'simDueOn'],
    // Not by last contact: an index on it would be rewritten every minute.
    sort: 'terminalNo',
    quick: {
      使用中: { status: 'active' },
      在库: { status: 'stock' },
      待认领: { status: 'quarantine' },
      停用: { status: ['stopped', 'repair'] },
    },
  },
  form: {
    设备: ['terminalNo', 'profile', 'store', 'deviceNo', 'imei', 'installedOn'],
    // What it says of itself: whoever claims it goes by that. No form asks for it.
    运行状态: [
      'online',
      'vehicle',
      'lastSeenAt',
      'lastFixAt',
      'firstSeenAt',
      'clockFault',
      'reportedPlate',
      'maker',
      'model',
      'protocol',
      'firmware',
    ],
    通信卡: ['simNo', 'iccid', 'simDueOn'],
    其他: ['remark'],
  },
  indexes: [['vehicle'], ['status', 'store']],
  children: [
    { entity: 'terminalBinding', by: 'terminal', label: '绑定记录' },
    { entity: 'command', by: 'terminal', label: '远程指令' },
    { entity: 'alarm', by: 'terminal', label: '报警' },
  ],
})

export interface TerminalFacts {
  /** Until when logins are refused after wrong authentication codes; null when not. */
  lockedUntil: string | null
}
const bindInput = {
  vehicle: f.ref('车辆', 'vehicle', { required: true }),
  at: f.instant('绑定时间', { hint: '不填为现在；设备已先上报时可填更早的时间，其间的轨迹归入该车辆' }),
}
export const terminalActions = defineActions(terminal, facts<TerminalFacts>(), {
  claim: {
    label: '认领',
    from: ['quarantine'],
    to: 'stock',
    tone: 'primary',
    input: {
      profile: f.ref('设备型号', 'deviceProfile', { required: true, filter: { status: 'active' } }),
      store: f.ref('所属门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    },
  },
  bind: {
    label: '绑定车辆',
    from: ['stock'],
    to: 'active',
    tone: 'primary',
    input: bindInput,
    refuse: (t) => (t.profile ? null : '请先在「修改」中选择设备型号'),
  },
  unbind: {
    label: '解绑',
    from: ['active'],
    to: 'stock',
    input: { at: f.instant('解绑时间', { hint: '不填为现在' }), reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  replace: {
    label: '更换设备',
    from: ['active'],
    to: 'stock',
    input: {
      terminal: f.ref('新设备', 'terminal', { required: true, filter: { status: 'stock' } }),
      reason: f.text('原因', { required: true, maxLength: 200 }),
    },
    checkInput: (i, t) => (i['terminal'] === t.id ? '新设备与当前设备相同' : null),
  },
  stop: {
    label: '停用',
    from: ['stock'],
    to: 'stopped',
    bulk: true,
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  resume: {
    label: '恢复使用',
    from: ['stopped', 'repair'],
    to: 'stock',
    bulk: true,
    confirm: '恢复后设备转为「在库」，可以再绑定车辆。确认恢复使用？',
  },
  sendToRepair: {
    label: '返修',
    from: ['stock', 'stopped'],
    to: 'repair',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  scrap: {
    label: '报废',
    from: ['quarantine', 'stock', 'stopped', 'repair'],
    to: 'scrapped',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  resetAuth: { label: '重置鉴权', from: 'any', confirm: '清除鉴权码与锁定，终端须重新注册。确认重置？' },
})

/** Which terminal was in which vehicle from when to when; the database refuses overlaps. */
export const terminalBinding = defineEntity({
  name: 'terminalBinding',
  label: '设备绑定记录',
  right: 'gpsEquipment',
  scope: { store: 'store' },
  writes: 'none',
  title: ['terminal'],
  fields: {
    terminal: f.ref('GPS设备', 'terminal', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    fromAt: f.instant('开始时间', { required: true }),
    toAt: f.instant('结束时间'),
    reason: f.text('解绑原因', { maxLength: 200 }),
  },
  list: {
    columns: ['terminal', 'vehicle', 'fromAt', 'toAt', 'reason'],
    filters: ['terminal', 'vehicle', 'fromAt', 'toAt'],
    sort: '-fromAt',
  },
  form: { 绑定: ['terminal', 'vehicle', 'store', 'fromAt', 'toAt', 'reason'] },
  indexes: [
    ['terminal', 'fromAt'],
    ['vehicle', 'fromAt'],
  ],
})

const equipment = defineEntity({
  name: 'equipment',
  label: '车载设备',
  right: 'equipment',
  scope: { store: 'store' },
  title: ['no'],
  search: ['no', 'serialNo', 'model'],
  searchThrough: ['vehicle'],
  fields: {
    no: f.text('设备编号', { required: true, maxLength: 40, unique: '该设备编号已存在' }),
    kind: f.choice(
      '设备类型',
      {
        probe: '温度探头',
        camera: '摄像头',
        fuelSensor: '油量传感器',
        tailLift: '尾板',
        doorSensor: '门磁',
        tpms: '胎压监测',
        other: '其他',
      },
      { required: true, default: 'probe' },
    ),
    status: f.state('状态', { stock: '在库', installed: '已安装', scrapped: '报废' }, 'stock'),
    vehicle: f.ref('车辆', 'vehicle', { readOnly: true }),
    position: f.text('安装位置', { maxLength: 40, readOnly: true }),
    installedOn: f.day('安装日期', { readOnly: true }),
    store: f.ref('所属门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    maker: f.text('制造商', { maxLength: 60 }),
    model: f.text('型号', { maxLength: 60 }),
    serialNo: f.text('出厂编号', { maxLength: 60 }),
    calibratedOn: f.day('校准日期', { readOnly: true }),
    calibrationDueOn: f.day('校准有效期至', { readOnly: true }),
    certificate: f.files('校准证书', { maxCount: 4, readOnly: true }),
    remark: f.note('备注', { maxLength: 300, quick: true }),
  },
  list: {
    columns: ['no', 'kind', 'status', 'vehicle', 'position', 'model', 'serialNo', 'calibratedOn', 'calibrationDueOn', 'store', 'remark'],
    filters: ['no', 'kind', 'status', 'vehicle', 'store', 'calibrationDueOn'],
    sort: 'no',
    quick: { 已安装: { status: 'installed' }, 在库: { status: 'stock' } },
  },
  form: { 设备: ['no', 'kind', 'store', 'maker', 'model', 'serialNo', 'remark'] },
})
export const equipmentActions = defineActions(equipment, {
  install: {
    label: '安装到车辆',
    from: ['stock'],
    to: 'installed',
    tone: 'primary',
    input: {
      vehicle: f.ref('车辆', 'vehicle', { required: true }),
      position: f.text('安装位置', { required: true, maxLength: 40 }),
      installedOn: f.day('安装日期', { required: true }),
    },
  },
  remove: { label: '拆下', from: ['installed'], to: 'stock', input: { reason: f.text('原因', { required: true, maxLength: 200 }) } },
  calibrate: {
    label: '登记校准',
    from: ['stock', 'installed'],
    input: {
      calibratedOn: f.day('校准日期', { required: true }),
      calibrationDueOn: f.day('校准有效期至', { required: true }),
      certificate: f.files('校准证书', { maxCount: 4 }),
    },
    checkInput: (i) => (String(i['calibrationDueOn']) > String(i['calibratedOn']) ? null : '有效期必须晚于校准日期'),
  },
  scrap: {
    label: '报废',
    from: ['stock'],
    to: 'scrapped',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    deviceProfile: RowOf<typeof deviceProfile>
    terminal: RowOf<typeof terminal>
    terminalBinding: RowOf<typeof terminalBinding>
    equipment: RowOf<typeof equipment>
  }
  interface ActionsOf {
    deviceProfile: typeof deviceProfileActions
    terminal: typeof terminalActions
    equipment: typeof equipmentActions
  }
}
