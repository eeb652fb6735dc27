/** Papers beside the lease as delivered: text templates a company takes over and changes. */
import type { BizType } from './template.ts'
import { LEASE_TEMPLATE } from './lease-template.ts'

const HEAD = `甲方（出租方）：__{{operator.name}}__　　门店：__{{store.name}}__
乙方（承租方）：__{{lessee.name}}__　　证件号：__{{lessee.idNo}}__　　联系电话：__{{lessee.mobile}}__
原租赁合同编号：__{{contract.no}}__
`
const ELECTRONIC =
  '双方同意采用电子签名；经手机验证码确认或者由甲方工作人员当面见证的电子签名与手写签名、盖章具有同等效力。签名证书由甲方的本机系统签发，不是依法设立的第三方电子认证服务提供者的认证。'
const FOOT = (no: string): string => `
单据编号：{{${no}}}　　签署日期：{{today}}

〔甲方签章〕 〔乙方签章〕
`

const renewal = `# 续租补充协议

${HEAD}
双方就续租事宜达成如下补充协议：

## 第一条 续租车辆与期限
| 车牌号 | 车型 | 车架号 |
| {{vehicle.plates}} | {{vehicle.models}} | {{vehicle.vins}} |
续租 {{renewal.months}} 个月，自 __{{renewal.startOn}}__ 起，续租后到期日为 __{{renewal.endOn}}__。

## 第二条 租金与押金
续租期间每月租金为人民币 **{{renewal.monthlyRent}}** 元（大写：{{renewal.monthlyRentCapital}}）。补收车辆押金人民币 {{renewal.depositDelta}} 元。

## 第三条 其他
本协议是原租赁合同的组成部分，未约定的按原合同履行。${ELECTRONIC}
${FOOT('renewal.no')}`

const extension = `# 延期协议

${HEAD}
应乙方申请（原因：{{extension.reason}}），双方同意：

## 第一条 延期内容
| 延期类型 | 原日期 | 延至 | 增加租金（元） |
| {{extension.kind}} | {{extension.oldDay}} | {{extension.endOn}} | {{extension.amount}} |

## 第二条 其他
除上述变更外，原租赁合同其他条款不变。${ELECTRONIC}
${FOOT('extension.no')}`

const handover = `# 车辆交接单

${HEAD}
## 交接车辆
| 车牌号 | 车型 | 车架号 |
| {{vehicle.plates}} | {{vehicle.models}} | {{vehicle.vins}} |

## 交接情况
| 交车时间 | 里程 | 电量/油量 | 提车人 |
| {{handover.at}} | {{handover.odometer}} | {{handover.energy}} | {{handover.receiver}} |
检查结果：{{handover.items}}

乙方确认已当场验收车辆及随车证件、工具。${ELECTRONIC}
${FOOT('handover.no')}`

const swap = `# 换车协议

${HEAD}
## 换车情况
| 换车时间 | 原车 | 原车里程 | 新车 | 新车里程 |
| {{swap.at}} | {{swap.oldPlate}} | {{swap.oldOdometer}} | {{swap.newPlate}} | {{swap.newOdometer}} |
换车后租金：{{swap.rent}}。

自换车时间起，租赁物变更为新车，交通违法与费用按该时间划分；原租赁合同其他条款不变。${ELECTRONIC}
${FOOT('swap.no')}`

const returnSheet = `# 退车单

${HEAD}
## 退车情况
| 车牌号 | 退车时间 | 里程 | 电量/油量 |
| {{vehicle.plates}} | {{return.at}} | {{return.odometer}} | {{return.energy}} |
检查结果：{{return.items}}

双方确认车辆已交还甲方，应结费用以退车结算单为准。${ELECTRONIC}
${FOOT('return.no')}`

interface Standard {
  name: string
  text: string
}
export const STANDARD: Partial<Record<BizType, Standard>> = {
  lease: { name: '租赁合同', text: LEASE_TEMPLATE },
  renewal: { name: '续租补充协议', text: renewal },
  extension: { name: '延期协议', text: extension },
  handover: { name: '车辆交接单', text: handover },
  swap: { name: '换车协议', text: swap },
  returnSheet: { name: '退车单', text: returnSheet },
}

/** 解约协议: between the very parties of the paper it ends. */
export const rescissionText = (roles: readonly string[]): string => `# 解约协议

{{rescission.parties}}

各方于 {{rescission.signedOn}} 签订《{{rescission.title}}》（编号 {{rescission.no}}）。现因 **{{rescission.reason}}**，经协商一致，约定如下：

## 第一条 解除
自本协议由各方签署完成之日起，《{{rescission.title}}》解除，尚未履行的部分不再履行。

## 第二条 结算
各方已结清因该合同产生的款项；另有书面约定的，从其约定。

## 第三条 电子签署
${ELECTRONIC}

签署日期：{{today}}

${roles.map((role) => `〔${role}签章〕`).join(' ')}
`
