/** Who signs what is about a record: whoever it names and we ourselves, and whoever is named beside them. Pure. */

/** As the record has him. */
export interface Registered {
  role: string
  kind: 'person' | 'company'
  name: string
  mobile: string | null
  idNo: string | null
  lessee: number | null
}
/** As somebody typed him, or as he stands in a flow. What is left out was not typed. */
export interface Named {
  role: string
  kind: 'person' | 'company'
  name: string
  mobile?: string | null
  idNo?: string | null
  handler?: string | null
  seq?: number
  intent?: 'sms' | 'faceToFace' | 'account' | 'provider'
  seal?: number | null
  lessee?: number | null
  user?: number | null
}

/** What papers call the company itself. */
const OURS: readonly string[] = ['甲方', '出租方']
export const isOurs = (role: string): boolean => OURS.includes(role)

/** Why this is not the one the record names, or null. */
function otherThan(registered: Registered, named: Named): string | null {
  const { role, name } = registered
  if (named.kind !== registered.kind) {
    const words = { person: '个人', company: '企业' }
    return `“${role}”是${words[registered.kind]}，不能改为${words[named.kind]}`
  }
  if (named.name !== name) return `“${role}”应为“${name}”，不能由“${named.name}”签署`
  if (named.seal || named.user || named.intent === 'account') return `“${role}”由本人签署，不能由本单位用户或印章代签`
  if (named.idNo !== undefined && named.idNo !== registered.idNo) return `“${role}”的证件号与登记的不一致，请先修改登记资料`
  // A company is reached by whoever acts for it; a person by his own telephone and no other.
  const reachedOtherwise = registered.kind === 'company' && !!named.handler
  return named.mobile !== undefined && !reachedOtherwise && named.mobile !== registered.mobile
    ? `“${role}”的手机号与登记的不一致，请先修改登记资料`
    : null
}

const oursRefusal = (named: Named, company: string): string | null =>
  named.kind === 'company' && named.name === company && named.seal !== null ? null : `“${named.role}”是本单位“${company}”，须以印章签署`

/** Of what is typed or stands in a flow; `whole`: nobody may be missing. */
export function signersRefusal(record: readonly Registered[], named: readonly Named[], company: string, whole: boolean): string | null {
  for (const registered of record) {
    const his = named.filter((one) => one.role === registered.role)
    if (his.length === 0 && whole) return `没有“${registered.role}”：须由“${registered.name}”签署`
    const why = his.map((one) => otherThan(registered, one)).find(Boolean)
    if (why) return why
  }
  for (const one of named) {
    if (named.filter(({ role }) => role === one.role).length > 1) return `“${one.role}”只能有一个签署方`
    const why = isOurs(one.role) ? oursRefusal(one, company) : null
    if (why) return why
  }
  return null
}

/**
 * Those of the record first, as it has them; of them only their place and whether they sign in the store are anybody's to say. Then who is
 * named beside them, then we with our seal. Whoever a template has a place for besides is nobody: never ourselves in his stead.
 */
export function signersOf(
  record: readonly Registered[],
  typed: readonly Named[],
  us: { company: string; seal: number | null },
  roles: readonly string[],
): (Named & { seq: number })[] {
  const typedAs = (role: string): Named | undefined => typed.find((one) => one.role === role)
  const theirs = record.map((one): Named => {
    const { seq, intent } = typedAs(one.role) ?? {}
    return { ...one, seq, intent: intent === 'faceToFace' ? intent : 'sms' }
  })
  const beside = typed.filter((one) => !isOurs(one.role) && !record.some(({ role }) => role === one.role))
  const ours = roles.filter(isOurs).map((role): Named => {
    const { seq, seal } = typedAs(role) ?? {}
    return { role, kind: 'company', name: us.company, seq, intent: 'account', seal: seal ?? us.seal }
  })
  return [...theirs, ...beside, ...ours].map((one, i) => ({ ...one, seq: one.seq ?? i + 1 }))
}
