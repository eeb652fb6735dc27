/** Clauses of the lease contract: text with words of a closed dictionary; what would not be understood is not published. */
import { DICTIONARY } from '#modules/esign/templates/text.rules.ts'

/** Blanks within are taken off afterwards: an expression that shares them out tries every way to. */
const PLACE = /\{\{([^{}]*)\}\}/g
/** What a contract can say of itself; words of renewals and extensions stand in other papers. */
const CLAUSE_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(DICTIONARY).filter(([path]) => !/^(renewal|extension)\./.test(path)),
)

export function clauseRefusal(text: string): string | null {
  const unknown = [...text.matchAll(PLACE)].map((match) => match[1]!.trim()).find((path) => !Object.hasOwn(CLAUSE_WORDS, path))
  if (unknown !== undefined)
    return `条款中的「{{${unknown}}}」不是可用的字段，请改为下列之一：${Object.entries(CLAUSE_WORDS)
      .map(([path, label]) => `{{${path}}} ${label}`)
      .join('、')}`
  if (/\{\{|\}\}/.test(text.replace(PLACE, ''))) return '条款中的花括号没有成对，请写成 {{字段}}'
  if (/^\s*$/.test(text)) return '条款没有内容'
  return /〔[^〔〕]*〕/.test(text) ? '条款中不用写签章位置，签章栏由合同统一排在最后' : null
}

/** As delivered; every company changes them to its own and publishes. */
export const DELIVERED_CLAUSES = `## 车辆的交付与使用
1、甲方于起租日交付证照齐全、年检有效、保险在有效期内的车辆；双方以交接单记录的里程、电量（油量）与车况为准。
2、乙方应按车辆性能与约定用途使用并妥善保管车辆，不得转租、抵押、质押或者以其他方式处分车辆，不得擅自改装、拆除车载终端。
3、驾驶人应持有与车型相符的有效驾驶证；营运的，应依法取得相应资质。
## 费用的支付
4、乙方按收款计划所列应付日支付租金。逾期的，每逾期一日按应付未付金额的{{contract.lateRate}}支付滞纳金。
5、乙方于交车前支付车辆押金 {{contract.deposit}} 元、违章押金 {{contract.violationDeposit}} 元。押金不抵作租金；退车并结清费用、处理完毕交通违法后，甲方按约定退还。
## 保养、保险与事故
6、甲方负责按期年检、续保和正常保养，乙方应当配合送检送修；因使用不当造成的损坏由乙方承担修复费用。
7、发生交通事故或者车辆被盗抢的，乙方应立即报警、报险并通知甲方；保险不予赔付的部分由责任方承担。
8、租赁期间发生的交通违法由乙方处理并承担相应后果；逾期不处理的，甲方可以代为处理，费用从违章押金中扣除。
## 续租、退车与解除
9、乙方需要续租或者提前退车的，应提前三十日通知甲方；提前退车的，按本合同约定的违约金标准结算。
10、乙方拖欠租金达三十日、擅自处分车辆或者下落不明的，甲方可以解除合同并收回车辆，乙方仍应支付欠付的费用。
11、退车时双方共同验车，以退车验收单和退车结算单为结算依据。
## 其他
12、本合同未尽事宜由双方协商并签订书面补充协议；发生争议协商不成的，向甲方所在地有管辖权的人民法院提起诉讼。
13、本合同一式两份，双方各执一份，自双方签字或者盖章之日起生效。`
