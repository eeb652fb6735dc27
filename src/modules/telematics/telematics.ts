/** 车联网: terminals, positions, fences, commands, alarms, temperatures. */
import { defineModule, type Screen } from '#kit/entity/module.ts'
import { alarm, alarmActions, riskReport, riskReportActions } from './alarms/alarm.ts'
import { command, commandActions, cutOrder, cutOrderActions } from './commands/command.ts'
import { fence, fenceActions, fenceBinding, fenceEvent } from './fences/fence.ts'
import { refusedPosition, refusedPositionActions } from './terminals/refused.ts'
import { excursion, excursionActions, temperatureChannel, temperaturePolicy, temperaturePolicyActions } from './cold/temperature.ts'
import { deviceProfile, deviceProfileActions, equipment, equipmentActions, terminal, terminalActions, terminalBinding } from './terminals/terminal.ts'
import { trip, vehicleDay, vehiclePosition, vehiclePositionActions } from './tracks/track.ts'

const menu = 'telematicsMenu'
/** Detail, and where people write also form pages, below a list. */
const pages = (of: string, entity: string, path: string, title: string, forms: boolean): Screen[] => [
  { code: `${entity}Detail`, title: `${title}详情`, path: `/telematics/${path}Detail`, kind: 'detail', entity, of },
  ...(forms
    ? ([
        { code: `${entity}Add`, title: `新增${title}`, path: `/telematics/${path}Add`, kind: 'form', entity, of, right: `${of}_add` },
        { code: `${entity}Modify`, title: `修改${title}`, path: `/telematics/${path}Modify`, kind: 'form', entity, of, right: `${of}_edit` },
      ] as const)
    : []),
]

export const telematics = defineModule({
  name: 'telematics',
  label: '车联网',
  menus: [{ code: menu, title: '车联网', icon: 'environment', order: 25 }],
  entities: [
    deviceProfile, terminal, terminalBinding, equipment, vehiclePosition, trip, vehicleDay, fence, fenceBinding, fenceEvent, command, cutOrder, alarm, riskReport,
    temperaturePolicy, temperatureChannel, excursion, refusedPosition,
  ],
  actions: [
    deviceProfileActions, terminalActions, equipmentActions, vehiclePositionActions, fenceActions, commandActions, cutOrderActions, alarmActions, riskReportActions, temperaturePolicyActions, excursionActions, refusedPositionActions,
  ],
  screens: [
    { code: 'trainWorker', title: '行车监控', path: '/telematics/trainWorker', kind: 'list', entity: 'vehiclePosition', menu, icon: 'environment', order: 1, keep: true, help: '全部车辆的最近位置与状态。在线 + 离线 + 从未上线 = 车辆总数。' },
    { code: 'vehiclePosition', title: '车辆位置', path: '/telematics/vehiclePosition', kind: 'detail', entity: 'vehiclePosition', of: 'trainWorker' },
    { code: 'historicalTrajectory', title: '历史轨迹', path: '/telematics/historicalTrajectory', kind: 'list', entity: 'trip', menu, icon: 'history', order: 2, help: '行程、停留与里程；里程注明依据终端里程还是卫星定位。' },
    ...pages('historicalTrajectory', 'trip', 'trip', '行程', false),
    { code: 'electronicFence', title: '电子围栏', path: '/telematics/electronicFence', kind: 'list', entity: 'fence', menu, icon: 'apartment', order: 3, help: '圆形、矩形、多边形、路线走廊与行政区；进出、停留、超速与偏离按事件发生的时间判定，补传的数据也会重新判定。' },
    ...pages('electronicFence', 'fence', 'fence', '围栏', true),
    ...pages('electronicFence', 'fenceBinding', 'fenceBinding', '围栏适用车辆', true),
    { code: 'fenceEventList', title: '围栏事件', path: '/telematics/fenceEventList', kind: 'list', entity: 'fenceEvent', menu, icon: 'node-index', order: 4, help: '车辆进出围栏等事件：何时、何处、停留多久。按终端位置自动判定，补传的数据会更正；只能查看。' },
    ...pages('electronicFence', 'fenceEvent', 'fenceEvent', '围栏事件', false),
    { code: 'assistant', title: '行车助手', path: '/telematics/assistant', kind: 'list', entity: 'alarm', menu, icon: 'alert', order: 5, view: { promoted: ['handle', 'assign'] }, help: '超速、疲劳、紧急报警、围栏与温度等；同一情况只有一条报警，由终端或平台自动解除，由人处理。' },
    ...pages('assistant', 'alarm', 'alarm', '报警', false),
    { code: 'riskReportList', title: '风险上报', path: '/telematics/riskReportList', kind: 'list', entity: 'riskReport', menu, icon: 'warning', order: 6, view: { promoted: ['assign', 'close'] }, help: '司机或值班人员上报的风险。先派给处理人，处理完成后填写结果并关闭。' },
    ...pages('riskReportList', 'riskReport', 'riskReport', '风险', true),
    { code: 'remoteCommand', title: '远程指令', path: '/telematics/remoteCommand', kind: 'list', entity: 'command', menu, icon: 'control', order: 7, functions: { remoteCommand_issue: '下发指令', remoteCommand_upgrade: '终端升级' }, help: '待下发 → 已下发待应答 → 执行成功；终端拒绝、超时、过期都会说明原因。' },
    ...pages('remoteCommand', 'command', 'command', '指令', false),
    { code: 'oilAndElectricityControl', title: '断油断电', path: '/telematics/oilAndElectricityControl', kind: 'list', entity: 'cutOrder', menu, icon: 'thunderbolt', order: 8, functions: { oilAndElectricityControl_request: '申请' }, view: { promoted: ['approve', 'execute'] },
      help: '申请 → 他人审批 → 再次确认执行。执行时须在线、定位新鲜、车速不高于限值，且不在标为「禁止断油断电」的电子围栏内；断开指令从不离线排队；以终端上报的状态位确认生效。' },
    ...pages('oilAndElectricityControl', 'cutOrder', 'cutOrder', '断油断电单', false),
    { code: 'coldChainTemperatureControl', title: '冷链温控', path: '/telematics/coldChainTemperatureControl', kind: 'list', entity: 'temperatureChannel', menu, icon: 'line-chart', order: 9, help: '每个探头的最近温度、曲线与超限；读数不可修改。' },
    ...pages('coldChainTemperatureControl', 'temperatureChannel', 'temperatureChannel', '温度通道', true),
    { code: 'excursionList', title: '温度超限', path: '/telematics/excursionList', kind: 'list', entity: 'excursion', menu, icon: 'fund', order: 10, view: { promoted: ['handle'] }, help: '冷链温度超出标准的时段：开始、结束、最高与最低温度。由读数自动产生；处理时填写情况。' },
    ...pages('coldChainTemperatureControl', 'excursion', 'excursion', '温度超限', false),
    { code: 'temperaturePolicyList', title: '温控标准', path: '/telematics/temperaturePolicyList', kind: 'list', entity: 'temperaturePolicy', menu, icon: 'sliders', order: 11, help: '货物允许的温度范围、回差与持续时长。温度通道选用标准，读数按它判定超限。' },
    ...pages('temperaturePolicyList', 'temperaturePolicy', 'temperaturePolicy', '温控标准', true),
    { code: 'dataStatistics', title: '数据统计', path: '/telematics/dataStatistics', kind: 'list', entity: 'vehicleDay', menu, icon: 'bar-chart', order: 12, help: '每车每日里程、行驶与怠速时长、在线率、报警与安全评分；里程与时长的合计在表尾。' },
    ...pages('dataStatistics', 'vehicleDay', 'vehicleDay', '车辆日统计', false),
    { code: 'gpsEquipment', title: 'GPS设备', path: '/telematics/gpsEquipment', kind: 'list', entity: 'terminal', menu, icon: 'cluster', order: 13, view: { promoted: ['claim', 'bind'] }, help: '终端台账。未知终端出现在「待认领」中；绑定车辆后其轨迹归入车辆，换绑保留历史。' },
    ...pages('gpsEquipment', 'terminal', 'terminal', 'GPS设备', true),
    ...pages('gpsEquipment', 'terminalBinding', 'terminalBinding', '设备绑定记录', false),
    { code: 'deviceProfileList', title: '设备型号', path: '/telematics/deviceProfileList', kind: 'list', entity: 'deviceProfile', menu, icon: 'tag', order: 14, help: '各厂家的附加信息与断油断电指令。未配置断油断电的型号不能断油断电。' },
    ...pages('deviceProfileList', 'deviceProfile', 'deviceProfile', '设备型号', true),
    { code: 'equipment', title: '车载设备', path: '/telematics/equipment', kind: 'list', entity: 'equipment', menu, icon: 'tool', order: 15, view: { promoted: ['install'] }, help: '装在车上的设备台账：型号、编号、安装在哪辆车。安装与拆下都留有记录。' },
    ...pages('equipment', 'equipment', 'equipment', '车载设备', true),
    { code: 'messageTool', title: '报文解析', path: '/telematics/messageTool', kind: 'page', menu, icon: 'file-search', order: 16, help: '粘贴终端报文，逐字段查看含义；不写入任何数据。' },
    { code: 'refusedPositionList', title: '未入库数据', path: '/telematics/refusedPositionList', kind: 'list', entity: 'refusedPosition', menu, icon: 'inbox', order: 17, view: { promoted: ['retry', 'drop'] },
      help: '终端已上报、数据库未能收下的定位：原因与原始报文都在这里，终端不会再发。原因消除后重新入库，行程与统计随之更正；确属垃圾的可以丢弃。' },
    ...pages('refusedPositionList', 'refusedPosition', 'refusedPosition', '未入库数据', false),
  ],
  parameters: [
    { code: 'positionKeepDays', label: '轨迹保留天数', group: '车联网', kind: 'int', default: 366, min: 31, max: 1830, unit: '天', hint: '更早的轨迹按天删除；行程与统计保留' },
    { code: 'positionThinDays', label: '轨迹抽稀起始', group: '车联网', kind: 'int', default: 90, min: 7, max: 1830, unit: '天', hint: '早于此天数的轨迹抽稀' },
    { code: 'positionThinSeconds', label: '抽稀间隔', group: '车联网', kind: 'int', default: 60, min: 0, max: 600, unit: '秒', hint: '抽稀后每隔多久保留一个点；0 = 不抽稀' },
    { code: 'cutSpeedLimit', label: '断油断电速度限值', group: '车联网', kind: 'int', default: 0, min: 0, max: 20, unit: 'km/h', hint: '车速高于此值不能断油断电' },
    { code: 'cutFixSeconds', label: '断油断电定位时效', group: '车联网', kind: 'int', default: 60, min: 10, max: 300, unit: '秒', hint: '最近定位早于此时长不能断油断电' },
    { code: 'cutValidMinutes', label: '断油断电执行期限', group: '车联网', kind: 'int', default: 30, min: 5, max: 1440, unit: '分钟', hint: '审批同意后须在此时长内执行' },
    { code: 'longOfflineHours', label: '长时间离线报警', group: '车联网', kind: 'int', default: 72, min: 1, max: 720, unit: '小时', hint: '已绑定车辆的终端离线超过此时长报警' },
    { code: 'alarmRepeatSeconds', label: '报警去重时长', group: '车联网', kind: 'int', default: 300, min: 0, max: 86_400, unit: '秒', hint: '应答后清零的报警在此时长内重复上报计为同一条' },
    { code: 'registerChecksPlate', label: '终端注册核对车牌', group: '车联网', kind: 'flag', default: false, hint: '开启后，终端注册时上报的车牌须是其绑定的车辆，否则拒绝注册并报警「终端身份异常」；许多终端出厂时车牌未设置，开启前请先核对「上报车牌」' },
    { code: 'quarantineLimit', label: '待认领终端上限', group: '车联网', kind: 'int', default: 1000, min: 0, max: 100_000, unit: '台', hint: '超过后未知终端不再登记；网关设为开放接入（GATEWAY_ADMIT=open）时不受此限' },
  ],
})
