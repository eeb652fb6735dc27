/** What a post of recruitment has to say before anybody may read it, and what it may not say. Pure. */

export interface Post {
  pay: string | null
  detail: string | null
  title: string
}

/** 人力资源市场暂行条例 art. 24: nothing that keeps people out for what they are. */
const KEEPS_OUT =
  /(?:仅限|只限|(?<!不)限|只招|只要|优先)(?:男|女)[性士生]?|(?:男|女)[性士生]?(?:优先|勿扰|勿投)|(?:(?<!不)限|仅招|只招)(?:汉族|本地人|本地户口|未婚|已婚|已育)|(?:少数民族|外地人|信教者?|孕妇|乙肝携带者?)(?:勿扰|勿投|不招|不要|除外)|(?:未婚|未育|已婚已育)优先/
/** 劳动合同法 art. 9, 就业服务与就业管理规定 art. 14: no money and no papers of the applicant; who says there is none says the right thing. */
const TAKES = /(?<!(?:不|无|免|勿|零)[^，。；\n]{0,8})(?:押金|保证金|服装费|报名费|培训费|中介费|介绍费|扣押证件|押证)/

/** Null, or what is to be mended before it may be published. */
export function postProblem(p: Post): string | null {
  if (!p.pay?.trim()) return '请先填写薪酬说明，招募要写明劳动报酬'
  if (!p.detail?.trim()) return '请先填写招募说明，写明工作内容、地点和条件'
  const text = `${p.title}\n${p.pay}\n${p.detail}`
  const out = KEEPS_OUT.exec(text)
  if (out) return `招募内容含「${out[0]}」，招聘不能有性别、民族、户籍、宗教信仰、婚育等歧视，请修改`
  const takes = TAKES.exec(text)
  return takes ? `招募内容含「${takes[0]}」，不能向应聘人收取费用或扣押证件，请修改` : null
}

/** Of the table of licences what a driver of goods needs. */
export const LICENCES_ASKED = { A2: 'A2', B2: 'B2', C1: 'C1', C2: 'C2', C6: 'C6' } as const

/** What an applicant is told of where his application stands: why somebody was not taken stays with the staff. */
export const TOLD = {
  toContact: '已收到，等待联系',
  contacted: '已联系',
  met: '已约面',
  toReview: '审核中',
  hired: '已通过',
  rejected: '未通过',
  withdrawn: '已放弃',
  blacklisted: '未通过',
} as const
