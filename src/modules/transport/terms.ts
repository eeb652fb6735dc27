/** Words and figures of transport a company may set: classes of goods, time limits, shares. */
import type { Module } from '#kit/entity/module.ts'

/** Classes of goods under the codes of the reporting set for freight platforms. */
export const dictionaries: Module['dictionaries'] = {
  goodsCategory: {
    label: '货物类别',
    items: {
      '0100': '煤炭及制品',
      '0200': '石油、天然气及制品',
      '0300': '金属矿石',
      '0400': '钢铁',
      '0500': '矿建材料',
      '0600': '水泥',
      '0700': '木材',
      '0800': '非金属矿石',
      '0900': '化肥及农药',
      '1000': '盐',
      '1100': '粮食',
      '1200': '机械、设备、电器',
      '1300': '轻工原料及制品',
      '1400': '有色金属',
      '1500': '轻工医药产品',
      '1601': '鲜活农产品',
      '1602': '冷藏冷冻货物',
      '1701': '商品汽车',
      '1700': '其他',
    },
  },
}

type Parameters = NonNullable<Module['parameters']>
const int = (code: string, label: string, value: number, min: number, max: number, unit: string, hint: string): Parameters[number] => ({
  code,
  label,
  group: '运输',
  kind: 'int',
  default: value,
  min,
  max,
  unit,
  hint,
})

const words = (code: string, label: string, hint: string): Parameters[number] => ({
  code,
  label,
  group: '运输',
  kind: 'text',
  default: '',
  hint,
})

export const parameters: Parameters = [
  words('freightPermitNo', '网络货运经营许可证号', '上报运单时使用；没有的公司留空'),
  words('freightAreaCode', '许可机关行政区划代码', '6 位数字。总质量 4.5 吨及以下车辆没有道路运输证时，以此代码加 000000 上报'),
  int('acceptMin', '接单时限', 30, 5, 720, '分钟', '订单模式没有规定时，派车后多久未接单视为超时'),
  int('leadH', '周期订单提前生成', 24, 1, 168, '小时', '周期订单没有规定时，提货前多久生成'),
  int('lateMin', '迟到宽限', 15, 0, 240, '分钟', '晚于时段多久算迟到'),
  int('arrivalRadius', '到达半径', 200, 50, 2000, 'm', '新建收发货方的到达半径'),
  int('signFarM', '签收偏离', 500, 50, 5000, 'm', '签收地点离收货方多远需要复核'),
  int('redeliverMax', '二次配送上限', 3, 0, 10, '次', '超过后只能退回'),
  int('quoteValidMin', '接口报价有效期', 30, 1, 1440, '分钟', '接口报价在此时间内有效'),
  int('receiptDays', '回单期限', 7, 1, 90, '天', '项目没有规定时，签收后多久应收到回单'),
  int('codHandInH', '代收上缴期限', 24, 1, 168, '小时', '代收货款逾期未上缴的司机不能再派代收订单'),
  int('codFeeBp', '代收手续费', 100, 0, 1000, '万分比', '返款时从代收货款中扣除的手续费，100 为 1%'),
  int('openOffersMax', '同时待接单', 3, 1, 20, '张', '一名司机同时最多收到几张待接单任务'),
  int('driveDayMax', '日驾驶上限', 600, 240, 720, '分钟', '任意 24 小时内的驾驶时长上限'),
  int('shareLinkDays', '查询链接有效期', 7, 1, 90, '天', '发给客户的订单查询链接多久失效'),
]
