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

const SIGNED_ON = `
签署日期：{{today}}

〔甲方签章〕 〔乙方签章〕
`
const driver = `# 司机合作合同

甲方：__{{operator.name}}__　　门店：__{{store.name}}__
乙方：__{{driver.name}}__　　身份证号：__{{driver.idNo}}__　　联系电话：__{{driver.mobile}}__

## 第一条 资格
乙方准驾车型为 {{driver.licenceClass}}，驾驶证有效期至 {{driver.licenceDueOn}}。乙方保证证件真实有效，到期前完成换证；证件失效期间不得驾驶甲方安排的车辆。

## 第二条 驾驶与安全
乙方遵守道路交通安全法律法规，不超速、不超载、不疲劳驾驶（连续驾驶不超过 4 小时），出车前检查车辆，发生事故或货损立即报告甲方。因乙方违法产生的罚款与记分由乙方承担。

## 第三条 报酬
报酬按甲方公示的计薪规则逐单计算、按期结算，付至乙方账户：{{driver.bankName}} {{driver.bankAccount}}。

## 第四条 其他
任何一方可以提前 30 日书面通知对方终止本合同，已发生的任务按本合同结清。${ELECTRONIC}
${SIGNED_ON}`

const provider = `# 服务合同

甲方：__{{operator.name}}__　　门店：__{{store.name}}__
乙方：__{{provider.name}}__　　统一社会信用代码：__{{provider.creditCode}}__
乙方联系人：__{{provider.contact}}__　　联系电话：__{{provider.mobile}}__

## 第一条 服务
乙方按甲方的派单提供服务，保证经营许可（许可证号 {{provider.permitNo}}）在合同期间有效，并对其人员与设备的安全负责。

## 第二条 价款与结算
价款按双方确认的服务价目计算，结算方式：{{provider.settle}}。乙方开具合法发票后，甲方付至：{{provider.bankName}} {{provider.bankAccount}}。

## 第三条 责任
因乙方原因造成货物、车辆或者第三人损失的，由乙方赔偿。

## 第四条 其他
任何一方可以提前 30 日书面通知对方终止本合同，已发生的服务按本合同结清。${ELECTRONIC}
${SIGNED_ON}`

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
  driver: { name: '司机合作合同', text: driver },
  provider: { name: '服务合同', text: provider },
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
