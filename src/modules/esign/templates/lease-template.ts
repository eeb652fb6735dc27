/** 租赁合同 as delivered: a text template every new company may take and change. */
export const LEASE_TEMPLATE = `# 车辆租赁合同

甲方（出租方）：__{{operator.name}}__　　门店：__{{store.name}}__
乙方（承租方）：__{{lessee.name}}__　　证件号：__{{lessee.idNo}}__　　联系电话：__{{lessee.mobile}}__

根据《中华人民共和国民法典》及有关规定，甲乙双方在平等、自愿的基础上，就车辆租赁事宜订立本合同。

## 第一条 租赁车辆
| 车牌号 | 车型 | 车架号 | 数量 |
| {{vehicle.plates}} | {{vehicle.models}} | {{vehicle.vins}} | {{vehicle.count}} |

## 第二条 租期与租金
租期自 __{{contract.startOn}}__ 起至 __{{contract.endOn}}__ 止。每车每月租金为人民币 **{{contract.monthlyRent}}** 元（大写：{{contract.monthlyRentCapital}}），付款周期为 {{contract.payCycleMonths}} 个月，租金总额为人民币 {{contract.totalRent}} 元（大写：{{contract.totalRentCapital}}）。
逾期支付租金的，每逾期一日，乙方按应付未付金额的{{contract.lateRate}}向甲方支付滞纳金。

## 第三条 押金
乙方于交车前向甲方支付车辆押金人民币 {{contract.deposit}} 元（大写：{{contract.depositCapital}}）、违章押金人民币 {{contract.violationDeposit}} 元。乙方退车并结清费用后，甲方按约定退还。

## 第四条 双方的权利与义务
1、甲方保证交付的车辆证照齐全、年检有效，并按约定办理保险。
2、乙方应当按照约定的用途使用和保管车辆，不得转租、抵押、质押或者以其他方式处分车辆。
3、乙方使用车辆期间发生的交通违法由乙方承担；发生交通事故的，应当立即报警、报险并通知甲方。
4、乙方提前退租的，应当提前三十日通知甲方，并按甲方公示的标准结算。

## 第五条 电子签署
双方同意以数据电文形式订立本合同，并采用电子签名；双方认可经手机验证码确认或者由甲方工作人员当面见证的电子签名与手写签名、盖章具有同等效力。签名证书由甲方的本机系统签发，不是依法设立的第三方电子认证服务提供者的认证。

## 第六条 争议解决
因本合同发生的争议，双方协商解决；协商不成的，向甲方所在地有管辖权的人民法院提起诉讼。

合同编号：{{contract.no}}　　签署日期：{{today}}

〔甲方签章〕 〔乙方签章〕
`
