/** Bits of `alarm`. */
export const ALARM_BITS: readonly (string | null)[] = [
  '紧急报警',
  '超速报警',
  '疲劳驾驶报警',
  '危险预警',
  'GNSS 模块故障',
  'GNSS 天线未接或被剪断',
  'GNSS 天线短路',
  '终端主电源欠压',
  '终端主电源掉电',
  '终端 LCD 或显示器故障',
  'TTS 模块故障',
  '摄像头故障',
  '道路运输证 IC 卡模块故障',
  '超速预警',
  '疲劳驾驶预警',
  '违规行驶报警',
  '胎压预警',
  '右转盲区异常报警',
  '当天累计驾驶超时',
  '超时停车',
  '进出区域',
  '进出路线',
  '路段行驶时间不足或过长',
  '路线偏离报警',
  '车辆 VSS 故障',
  '车辆油量异常',
  '车辆被盗',
  '车辆非法点火',
  '车辆非法位移',
  '碰撞预警',
  '侧翻预警',
  '非法开门报警',
]
/** Bits of `status`. 10 and 11 are what a cut-off of fuel or electricity is confirmed by. */
export const STATUS_BITS: readonly (string | null)[] = [
  'ACC 开',
  '已定位',
  '南纬',
  '西经',
  '停运状态',
  '经纬度已加密',
  '前撞预警',
  '车道偏移预警',
  '载货（低位，单独为半载）',
  '载货（高位，与低位同为满载）',
  '车辆油路断开',
  '车辆电路断开',
  '车门加锁',
  '门 1 开',
  '门 2 开',
  '门 3 开',
  '门 4 开',
  '门 5 开',
  '使用 GPS 卫星定位',
  '使用北斗卫星定位',
  '使用 GLONASS 卫星定位',
  '使用 Galileo 卫星定位',
  '车辆行驶中',
]
export const ACC = 1 << 0
export const FIXED = 1 << 1
export const SOUTH = 1 << 2
export const WEST = 1 << 3
export const FUEL_CUT = 1 << 10
export const POWER_CUT = 1 << 11
export const DOORS_LOCKED = 1 << 12
/** Any of the doors 1 to 5: which of them is the one of the hold differs by vehicle. */
const DOORS = 0b11111 << 13
export const doorOpen = (status: number): boolean => (status & DOORS) !== 0
/** Half or full; 00 is empty. */
export const loaded = (status: number): boolean => (status & (0b11 << 8)) !== 0
