/** 实名 of persons and companies, and 印章 with those who keep them. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const signIdentity = defineEntity({
  name: 'signIdentity',
  label: '实名认证',
  right: 'contractAuth',
  scope: { store: 'store' },
  title: ['name'],
  search: ['name'],
  fields: {
    kind: f.choice('类型', { person: '个人', company: '企业' }, { required: true, default: 'person', fixed: true }),
    name: f.text('名称', { required: true, maxLength: 80, labelBy: { field: 'kind', as: { person: '姓名', company: '企业名称' } } }),
    status: f.state(
      '认证状态',
      { none: '未认证', running: '认证中', verified: '已认证未授权', authorised: '已认证已授权', failed: '认证失败' },
      'none',
    ),
    account: f.text('手机号', { format: 'mobile', mask: 'mobile' }),
    idNo: f.text('身份证号', { format: 'idNo', mask: 'idNo', unique: true, certificate: true, when: (v) => v['kind'] === 'person' }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: true, certificate: true, when: (v) => v['kind'] === 'company' }),
    store: f.ref('所属门店', 'store', { hint: '不填为全公司' }),
    own: f.flag('本单位', { hint: '签署合同的本公司，发起签署前须完成实名' }),
    files: f.files('证件照片', { maxCount: 6 }),
    method: f.choice('认证方式', { staff: '人工核验', provider: '服务商' }, { required: true, default: 'staff', readOnly: true }),
    checkedBy: f.ref('核验人', 'user', { readOnly: true }),
    checkedAt: f.instant('核验时间', { readOnly: true }),
    providerFlow: f.text('服务商认证流程', { maxLength: 64, internal: true }),
    validUntil: f.day('有效期至'),
    failReason: f.text('失败原因', { maxLength: 200, readOnly: true }),
    lessee: f.ref('承租人', 'lessee'),
    user: f.ref('用户', 'user'),
  },
  check: (v) =>
    v.kind === 'person' && !v.idNo
      ? { at: 'idNo', reason: '个人实名必须填写身份证号' }
      : v.kind === 'company' && !v.creditCode
        ? { at: 'creditCode', reason: '企业实名必须填写统一社会信用代码' }
        : null,
  list: {
    columns: ['name', 'kind', 'status', 'account', 'own', 'method', 'checkedBy', 'checkedAt', 'validUntil'],
    filters: ['name', 'kind', 'status', 'own', 'validUntil'],
    sort: '-createdAt',
    quick: { 未认证: { status: ['none', 'failed'] }, 认证中: { status: 'running' }, 已认证: { status: ['verified', 'authorised'] } },
  },
  indexes: [['providerFlow']],
  form: { 实名信息: ['kind', 'name', 'account', 'idNo', 'creditCode', 'own', 'store', 'lessee', 'user', 'files', 'validUntil'] },
})
export const AUTH_NUMBERS = { none: 0, running: 1, verified: 2, authorised: 3, failed: 4 } as const

export const signIdentityActions = defineActions(signIdentity, {
  begin: {
    label: '发起认证',
    right: 'contractAuth_auth',
    from: ['none', 'failed'],
    to: 'running',
    tone: 'primary',
    confirm: '提交后由有核验权限的人员核对证件。确认发起？',
  },
  check: {
    label: '核验通过',
    right: 'contractAuth_check',
    from: ['none', 'running', 'failed'],
    to: 'authorised',
    tone: 'primary',
    confirm: '已核对证件原件与本人（或法定代表人授权），信息一致。确认通过？',
  },
  fail: {
    label: '核验不通过',
    right: 'contractAuth_check',
    from: ['running'],
    to: 'failed',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  beginThere: {
    label: '发起服务商认证',
    from: ['none', 'running', 'failed'],
    to: 'running',
    internal: true,
    input: { providerFlow: f.text('服务商认证流程', { required: true, maxLength: 64 }) },
  },
  verifiedThere: { label: '服务商已认证', from: ['running'], to: 'verified', internal: true },
  authorisedThere: { label: '服务商已认证并授权', from: ['running', 'verified'], to: 'authorised', internal: true },
  reset: { label: '信息变更', from: ['running', 'verified', 'authorised', 'failed'], to: 'none', internal: true },
})

const signSeal = defineEntity({
  name: 'signSeal',
  label: '印章',
  right: 'contractAuth',
  title: ['name'],
  fields: {
    name: f.text('印章名称', { required: true, maxLength: 40, unique: '已有同名印章' }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    kind: f.choice('类型', { company: '公章', contract: '合同章', legal: '法人章' }, { required: true, default: 'contract' }),
    company: f.text('单位名称', { required: true, maxLength: 80, hint: '写入签名证书，须与营业执照一致' }),
    image: f.files('印模图片', {
      maxCount: 1,
      accept: ['image/png'],
      hint: '透明底 PNG，300–2000 像素，不超过 500 kB；不上传时按单位名称生成',
    }),
    keepers: f.refs('保管人', 'user', { required: true, hint: '只有保管人可以用印' }),
    validUntil: f.day('证书有效期至', { readOnly: true }),
  },
  list: { columns: ['name', 'kind', 'company', 'status', 'keepers', 'validUntil'], filters: ['name', 'kind', 'status'], sort: 'name' },
  form: { 印章: ['name', 'kind', 'company', 'image', 'keepers'] },
})
export const signSealActions = defineActions(signSeal, {
  disable: { label: '停用', from: ['active'], to: 'disabled', tone: 'danger', confirm: '停用后不能再用该印章签署。确认停用？' },
  enable: { label: '启用', from: ['disabled'], to: 'active' },
  revoke: {
    label: '吊销证书',
    right: 'contractAuth_check',
    from: 'any',
    tone: 'danger',
    input: { reason: f.text('吊销原因', { required: true, maxLength: 200 }) },
    confirm: '此后以原证书作的签名不再有效，此前的签名仍有效；再次用印时另发新证书。确认吊销？',
  },
})

/** Keys of the company's own issuer, sealed with the secret of the instance; no page shows them. */
export const signKey = defineEntity({
  name: 'signKey',
  label: '签名密钥',
  right: 'contractAuth',
  writes: 'none',
  title: ['purpose'],
  fields: {
    purpose: f.choice('用途', { root: '根证书', stamp: '时间戳', seal: '印章', sm2: '国密证据签名' }, { required: true }),
    name: f.text('证书名称', { required: true, maxLength: 120 }),
    serialNo: f.text('证书序列号', { required: true, maxLength: 64 }),
    seal: f.ref('印章', 'signSeal'),
    certificate: f.text('证书', { required: true, maxLength: 8000, internal: true }),
    sealedKey: f.text('密钥', { maxLength: 4000, internal: true }),
    validFrom: f.instant('生效', { required: true }),
    validUntil: f.instant('失效', { required: true }),
    revokedAt: f.instant('吊销'),
    revokeReason: f.text('吊销原因', { maxLength: 200 }),
  },
  list: { columns: ['purpose', 'name', 'serialNo', 'validFrom', 'validUntil', 'revokedAt'], filters: ['purpose'], sort: '-createdAt' },
  form: { 证书: ['purpose', 'name', 'serialNo', 'seal', 'validFrom', 'validUntil', 'revokedAt', 'revokeReason'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    signIdentity: RowOf<typeof signIdentity>
    signSeal: RowOf<typeof signSeal>
    signKey: RowOf<typeof signKey>
  }
  interface ActionsOf {
    signIdentity: typeof signIdentityActions
    signSeal: typeof signSealActions
  }
}
