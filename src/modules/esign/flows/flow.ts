/** 签署流程 and those who sign in it. Its file is prepared before it starts and only grows by signatures afterwards. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { BIZ_TYPES } from '../templates/template.ts'
import { LEVELS } from './levels.ts'
import { REVOKING } from '../provider/words.ts'
import { urgeRefusal } from './flow.rules.ts'

/** What is asked back (40103) when somebody has signed what is to be revoked; answered with true. */
export const SIGNED_ALREADY = 'esign.signedAlready'

export const RESCISSION_REASONS = {
  content: '条款内容有误',
  seal: '印章选择错误',
  signer: '签署人信息错误',
  cooperation: '合作终止',
  other: '其他',
} as const
export const rescissionReason = (code: keyof typeof RESCISSION_REASONS, more: string | null | undefined): string =>
  [RESCISSION_REASONS[code], more].filter(Boolean).join('：').slice(0, 200)

export const signFlow = defineEntity({
  name: 'signFlow',
  label: '签署流程',
  right: 'contractInfoList',
  scope: { store: 'store', owner: 'owner' },
  writes: 'none',
  title: ['no'],
  search: ['no', 'title', 'customBizNum'],
  fields: {
    no: f.serial('流程编号', 'QS{yyyyMMdd}-{0000}'),
    title: f.text('合同名称', { required: true, maxLength: 100 }),
    status: f.state(
      '状态',
      { draft: '草稿', signing: '签署中', completed: '已完成', revoked: '已撤销', expired: '已过期', declined: '已拒签' },
      'draft',
    ),
    rescission: f.choice(
      '解约状态',
      { none: '未解约', running: '解约中', partly: '部分解约', done: '已解约' },
      { required: true, default: 'none', readOnly: true },
    ),
    bizType: f.choice('业务类型', BIZ_TYPES, { required: true }),
    bizEntity: f.text('业务对象', { maxLength: 60, internal: true }),
    bizId: f.int('业务记录', { internal: true }),
    bizNo: f.text('业务单号', { maxLength: 60 }),
    customBizNum: f.text('业务编号', { required: true, maxLength: 32, unique: '业务编号已用于其他流程' }),
    requestSha: f.text('请求摘要', { maxLength: 64, internal: true }),
    recordSha: f.text('业务内容摘要', { maxLength: 64, internal: true }),
    template: f.ref('合同模板', 'signTemplate'),
    templateVersion: f.ref('模板版本', 'signTemplateVersion'),
    lessee: f.ref('承租人', 'lessee'),
    contract: f.ref('租赁合同', 'contract'),
    provider: f.choice('签署服务', { local: '本机', esign: 'e签宝' }, { required: true, default: 'local' }),
    providerFlowId: f.text('服务商流程号', { maxLength: 64, internal: true }),
    providerNote: f.text('服务商进展', { maxLength: 200 }),
    ordered: f.flag('按顺序签署', { default: true }),
    startedAt: f.instant('发起时间'),
    expireAt: f.instant('截止时间', { required: true }),
    delayCount: f.int('延期次数', { default: 0 }),
    urgedAt: f.instant('最近催签', { internal: true }),
    endedAt: f.instant('结束时间'),
    endReason: f.text('结束原因', { maxLength: 200 }),
    remark: f.note('备注', { maxLength: 500 }),
    signedCount: f.int('已签署方', { default: 0 }),
    partyCount: f.int('签署方数', { default: 0 }),
    currentSha: f.text('文件摘要', { maxLength: 64, internal: true }),
    fileId: f.text('文件编号', { maxLength: 40, internal: true }),
    pages: f.int('页数', { default: 0 }),
    quotaCycle: f.int('份数周期', { default: 0, internal: true }),
    consumed: f.flag('已计份数'),
    parent: f.ref('原流程', 'signFlow'),
    evidenceHead: f.text('证据链首', { maxLength: 64, internal: true }),
    copies: f.refs('抄送', 'user', { hint: '在「我的合同」可以查看，签署完成或结束时收到消息' }),
    asked: f.json<Asked>('发起内容', { internal: true }),
    site: f.text('签署页地址', { maxLength: 200, internal: true }),
    checkCode: f.text('验证码', { maxLength: 8, internal: true }),
    ltUntil: f.day('长期验证至'),
    store: f.ref('门店', 'store'),
    owner: f.ref('发起人', 'user'),
  },
  indexes: [['bizEntity', 'bizId'], ['status', 'expireAt'], ['providerFlowId']],
  list: {
    columns: ['no', 'title', 'status', 'rescission', 'bizType', 'lessee', 'signedCount', 'partyCount', 'startedAt', 'expireAt', 'owner'],
    filters: ['no', 'title', 'status', 'bizType', 'rescission', 'lessee', 'startedAt', 'expireAt', 'owner', 'store'],
    sort: '-createdAt',
    quick: {
      草稿: { status: 'draft' },
      签署中: { status: 'signing' },
      已完成: { status: 'completed' },
      已过期: { status: 'expired' },
      已撤销: { status: 'revoked' },
      已拒签: { status: 'declined' },
      已解约: { rescission: 'done' },
    },
  },
  form: {
    流程: ['no', 'title', 'status', 'rescission', 'bizType', 'bizNo', 'customBizNum', 'template', 'templateVersion', 'lessee', 'contract'],
    进度: ['ordered', 'partyCount', 'signedCount', 'startedAt', 'expireAt', 'delayCount', 'endedAt', 'endReason', 'ltUntil'],
    其他: ['provider', 'providerNote', 'pages', 'parent', 'store', 'owner', 'copies', 'remark'],
  },
  children: [
    { entity: 'signParty', by: 'flow', label: '签署方' },
    { entity: 'signEvent', by: 'flow', label: '证据' },
    { entity: 'signFile', by: 'flow', label: '文件版本' },
    { entity: 'signQuotaEntry', by: 'flow', label: '份数' },
    { entity: 'signInbox', by: 'flow', label: '服务商回调' },
  ],
})

/** Whoever ended without being signed may be begun again. */
export const ENDED = ['revoked', 'expired', 'declined'] as const

export interface FlowFacts {
  /** Why its paper may not be taken back now, or null. */
  rescindRefusal: string | null
  otherLive: string | null
}

const from = { right: 'electronicContractsList' } as const
export const signFlowActions = defineActions(signFlow, facts<FlowFacts>(), {
  start: {
    label: '发起',
    right: 'electronicContracts_start',
    from: ['draft'],
    to: 'signing',
    tone: 'primary',
    refuse: (r) => (r.otherLive ? `该${r.bizType === 'lease' ? '租赁合同' : '业务'}已有进行中的签署流程 ${r.otherLive}` : null),
    confirm: '发起后冻结 1 份签署份数，并通知签署方。确认发起？',
  },
  urge: {
    label: '催签',
    right: `${from.right}_urge`,
    from: ['signing'],
    bulk: true,
    refuse: (r, m) => urgeRefusal(r.startedAt, r.urgedAt, m.now),
    confirm: '向轮到签署的人再发一次通知。确认催签？',
  },
  delay: {
    label: '延期',
    right: `${from.right}_delay`,
    from: ['signing', 'expired'],
    input: { expireAt: f.instant('新的截止时间', { required: true }) },
    refuse: (r) =>
      (r.delayCount ?? 0) > 0
        ? '已延期过，不可再次延期'
        : r.status === 'expired' && r.otherLive
          ? '这项业务已另外签署，原流程不能恢复；请打开新的签署流程'
          : null,
  },
  revoke: {
    label: '撤销',
    right: `${from.right}_revoke`,
    from: ['signing'],
    to: 'revoked',
    tone: 'danger',
    bulk: true,
    refuse: (r) => (r.providerNote === REVOKING ? REVOKING : null),
    input: { reason: f.text('撤销原因', { required: true, maxLength: 50 }) },
  },
  note: {
    label: '备注',
    right: `${from.right}_remark`,
    from: 'any',
    input: { remark: f.note('备注', { maxLength: 500 }) },
  },
  rescind: {
    label: '解约',
    right: `${from.right}_rescind`,
    from: ['completed'],
    tone: 'danger',
    refuse: (r) =>
      r.parent
        ? '解约协议不能再解约'
        : r.rescission !== 'none'
          ? '已在解约中或已解约'
          : (r.partyCount ?? 0) < 2
            ? '只有一个签署方，不需要解约协议'
            : r.rescindRefusal,
    input: {
      reasonCode: f.choice('解约原因', RESCISSION_REASONS, { required: true }),
      reason: f.text('说明', { maxLength: 200 }),
    },
    checkInput: (i) => (i['reasonCode'] === 'other' && !i['reason'] ? '请填写解约说明' : null),
    done: '已登记解约，请在详情页发起解约协议',
  },
  keepOn: {
    label: '取消解约',
    right: `${from.right}_rescind`,
    from: ['completed'],
    refuse: (r) => (r.rescission === 'running' ? null : '没有进行中的解约'),
    confirm: '取消后合同继续有效，未发起的解约协议作废。确认取消解约？',
  },
  remove: {
    label: '删除草稿',
    right: 'electronicContracts_add',
    from: ['draft'],
    confirm: '删除后不能恢复，需要时请重新新增。确认删除草稿？',
  },
  decline: {
    label: '拒签',
    from: ['signing'],
    to: 'declined',
    internal: true,
    input: { reason: f.text('拒签原因', { required: true, maxLength: 200 }), by: f.text('操作方', { required: true, maxLength: 60 }) },
  },
  expire: { label: '过期', from: ['signing'], to: 'expired', internal: true },
  endedThere: {
    label: '服务商已撤销',
    from: ['signing'],
    to: 'revoked',
    internal: true,
    input: { reason: f.text('撤销原因', { required: true, maxLength: 200 }) },
  },
  progress: { label: '签署', from: ['signing'], internal: true },
  complete: { label: '全部签署', from: ['signing'], to: 'completed', internal: true },
  rescissionMoves: {
    label: '解约进展',
    from: ['completed'],
    internal: true,
    input: {
      rescission: f.choice('解约状态', { none: '未解约', running: '解约中', partly: '部分解约', done: '已解约' }, { required: true }),
    },
  },
})

export const signParty = defineEntity({
  name: 'signParty',
  label: '签署方',
  right: 'contractInfoList',
  writes: 'none',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    flow: f.ref('签署流程', 'signFlow', { required: true, onDelete: 'cascade' }),
    seq: f.int('签署顺序', { required: true }),
    role: f.text('角色', { required: true, maxLength: 20 }),
    kind: f.choice('类型', { person: '个人', company: '企业' }, { required: true }),
    name: f.text('名称', { required: true, maxLength: 80 }),
    mobile: f.text('手机号', { format: 'mobile', mask: 'mobile' }),
    idNo: f.text('证件号', { maxLength: 40, mask: 'idNo' }),
    user: f.ref('本单位用户', 'user'),
    lessee: f.ref('承租人', 'lessee'),
    handler: f.text('经办人', { maxLength: 40 }),
    intent: f.choice(
      '签署意愿',
      { sms: '短信验证码', faceToFace: '面签', account: '账号确认', provider: '服务商' },
      { required: true, default: 'sms' },
    ),
    status: f.state('状态', { waiting: '未到', toSign: '待签署', signed: '已签署', declined: '已拒签', void: '已失效' }, 'waiting'),
    level: f.choice('认证级别', LEVELS),
    signedAt: f.instant('签署时间'),
    reason: f.text('原因', { maxLength: 200 }),
    viewedAt: f.instant('查看时间'),
    consentedAt: f.instant('同意时间'),
    seal: f.ref('印章', 'signSeal'),
    tokenHash: f.text('令牌摘要', { maxLength: 64, internal: true }),
    code: f.json<CodeState | Witness>('验证码', { internal: true }),
    pagesRead: f.int('已读页数', { default: 0 }),
    witnessPhoto: f.files('面签照片', { maxCount: 1, accept: ['image/jpeg', 'image/png'] }),
    store: f.ref('门店', 'store', { internal: true }),
  },
  indexes: [['tokenHash'], ['mobile']],
  list: { columns: ['flow', 'seq', 'role', 'kind', 'name', 'mobile', 'status', 'level', 'viewedAt', 'signedAt'], sort: 'seq' },
  form: {
    签署方: ['flow', 'seq', 'role', 'kind', 'name', 'mobile', 'idNo', 'handler', 'user', 'lessee', 'intent', 'seal'],
    进度: ['status', 'level', 'viewedAt', 'consentedAt', 'pagesRead', 'witnessPhoto', 'signedAt', 'reason'],
  },
})

/** What the draft was made from, so that one that was declined is begun again without typing it anew. */
export type Asked = Readonly<Record<string, unknown>>

export interface CodeState {
  hash: string
  until: string
  tries: number
  sentAt: string
  /** It did not reach the telephone. */
  lost?: boolean
}
/** The code last sent to this party, or null: the same column holds who witnessed him. */
export const codeOf = ({ code }: { code: CodeState | Witness | null }): CodeState | null => (code && 'hash' in code ? code : null)
/** 面签: of one link, so that one made later and sent away is no witnessed one. */
export interface Witness {
  witness: string
  until: string
  link: string
}

export const signPartyActions = defineActions(signParty, {
  changeHandler: {
    label: '更换经办人',
    right: 'electronicContractsList_changeHandler',
    from: ['waiting', 'toSign'],
    // Whoever signs in his own name is nobody else, and is reached where he is registered.
    refuse: (p) =>
      p.kind === 'person'
        ? '个人须由本人签署，不能更换经办人；手机号有误的，请撤销后修改登记资料再发起'
        : p.seal
          ? '本单位由印章保管人用印，没有经办人'
          : null,
    input: {
      handler: f.text('经办人', { required: true, maxLength: 40 }),
      mobile: f.text('手机号', { required: true, format: 'mobile' }),
    },
  },
  arrive: { label: '轮到签署', from: ['waiting'], to: 'toSign', internal: true },
  view: { label: '查看', from: ['toSign'], internal: true },
  sign: { label: '签署', from: ['toSign'], to: 'signed', internal: true },
  decline: { label: '拒签', from: ['toSign'], to: 'declined', internal: true },
  end: { label: '失效', from: ['waiting', 'toSign'], to: 'void', internal: true },
  revive: { label: '恢复', from: ['void'], to: 'waiting', internal: true },
})

export const signField = defineEntity({
  name: 'signField',
  label: '签署区',
  right: 'contractInfoList',
  writes: 'none',
  scope: { store: 'store' },
  title: ['fieldName'],
  fields: {
    flow: f.ref('签署流程', 'signFlow', { required: true, onDelete: 'cascade' }),
    store: f.ref('门店', 'store', { internal: true }),
    party: f.ref('签署方', 'signParty', { required: true, onDelete: 'cascade' }),
    fieldName: f.text('签署区', { required: true, maxLength: 20 }),
    page: f.int('页码', { required: true }),
    x: f.decimal('左', 1, { required: true }),
    y: f.decimal('上', 1, { required: true }),
    w: f.decimal('宽', 1, { required: true }),
    h: f.decimal('高', 1, { required: true }),
    kind: f.choice('方式', { hand: '手写', seal: '印章', either: '手写或印章' }, { required: true, default: 'either' }),
    appearanceSha: f.text('外观摘要', { maxLength: 64 }),
    signedAt: f.instant('签署时间'),
  },
  unique: [{ fields: ['flow', 'fieldName'], message: '签署区名称重复' }],
  list: { columns: ['flow', 'party', 'fieldName', 'page', 'kind', 'signedAt'] },
  form: { 签署区: ['flow', 'party', 'fieldName', 'page', 'x', 'y', 'w', 'h', 'kind', 'signedAt'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signFlow: RowOf<typeof signFlow>
    signParty: RowOf<typeof signParty>
    signField: RowOf<typeof signField>
  }
  interface ActionsOf {
    signFlow: typeof signFlowActions
    signParty: typeof signPartyActions
  }
}
