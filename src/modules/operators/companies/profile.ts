/** 运营商信息 (finance.md §2.9): the companies of this installation, as the platform that looks after it knows them. Rows are the platform's alone. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const PARENT_HINT = '不选为独立运营商；选了即为其下级，上级只能看到汇总数'
const KINDS = { direct: '直营', franchise: '加盟', joint: '合资' }

/** Asked for wherever a company comes into being. */
export const companyFields = {
  name: f.text('公司名称', { required: true, maxLength: 60, unique: '已有同名运营商' }),
  kind: f.choice('经营方式', KINDS, { required: true, default: 'franchise' }),
  adminUsername: f.text('管理员账号', {
    required: true,
    format: 'code',
    maxLength: 40,
    hint: '开通后由平台发放初始密码，首次登录必须修改',
  }),
  settleDay: f.int('结算日', { min: 1, max: 28, unit: '日', hint: '每月几日结算' }),
}

export const operatorProfile = defineEntity({
  name: 'operatorProfile',
  label: '运营商',
  right: 'operationinfo',
  scope: { store: null },
  title: ['name'],
  search: ['name', 'creditCode', 'legalPerson', 'contact'],
  pick: ['level', 'status', 'region'],
  fields: {
    name: companyFields.name,
    shortName: f.text('简称', { maxLength: 20 }),
    status: f.state('状态', { toOpen: '待开通', active: '营业中', paused: '已停用', closed: '已关闭' }, 'toOpen'),
    level: f.choice(
      '级别',
      { platform: '平台', operator: '运营商', sub: '下级运营商' },
      { required: true, default: 'operator', readOnly: true },
    ),
    parent: f.ref('上级运营商', 'operatorProfile', {
      fixed: true,
      filter: { level: ['platform', 'operator'], status: 'active' },
      hint: PARENT_HINT,
    }),
    // The company itself (table operator); null until it is made together with this row.
    company: f.int('公司编号', { internal: true, readOnly: true, unique: true }),
    kind: companyFields.kind,
    region: f.text('经营城市', { maxLength: 40 }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: '统一社会信用代码已有运营商' }),
    legalPerson: f.text('法定代表人', { maxLength: 40 }),
    licence: f.files('营业执照', { maxCount: 3 }),
    contact: f.text('联系人', { maxLength: 40 }),
    mobile: f.text('联系电话', { format: 'mobile', mask: 'mobile' }),
    shareRule: f.text('分成约定', { maxLength: 200 }),
    settleDay: companyFields.settleDay,
    // Where nobody says one (companies of before), the first administrator keeps the name he has.
    adminUsername: f.text('管理员账号', {
      format: 'code',
      maxLength: 40,
      hint: '开通后由平台发放初始密码，首次登录必须修改；发放之前可以修改',
    }),
    openedAt: f.instant('开通时间', { readOnly: true }),
    apply: f.ref('加盟申请', 'franchiseApply', { readOnly: true }),
    reason: f.text('停用说明', { readOnly: true, maxLength: 200 }),
    remark: f.note('备注', { maxLength: 500 }),
  },
  list: {
    columns: ['name', 'status', 'level', 'parent', 'kind', 'region', 'contact', 'mobile', 'settleDay', 'openedAt'],
    filters: ['name', 'status', 'level', 'parent', 'kind', 'region', 'creditCode'],
    sort: '-createdAt',
    quick: { 待开通: { status: 'toOpen' }, 营业中: { status: 'active' }, 已停用: { status: ['paused', 'closed'] } },
  },
  form: {
    公司: ['name', 'shortName', 'creditCode', 'licence', 'legalPerson', 'kind', 'region'],
    归属与结算: ['level', 'parent', 'shareRule', 'settleDay', 'openedAt', 'apply', 'reason'],
    联系与账号: ['contact', 'mobile', 'adminUsername', 'remark'],
  },
  children: [
    { entity: 'merchant', by: 'profile', label: '商户进件' },
    { entity: 'providerAccount', by: 'profile', label: '支付账户' },
    { entity: 'operatorProfile', by: 'parent', label: '下级运营商' },
  ],
})

const reason = f.text('原因', { required: true, maxLength: 200 })
const notPlatform = (p: { level: string }, what: string): string | null => (p.level === 'platform' ? `平台公司不能${what}` : null)

export const operatorProfileActions = defineActions(operatorProfile, {
  open: {
    label: '开通',
    from: ['toOpen'],
    to: 'active',
    tone: 'primary',
    refuse: (p) => (p.company === null ? '公司尚未建立，请删除后重新新增' : null),
    confirm: '开通后为该公司建立菜单、字典与各项初始数据，约需几秒。确认开通？',
  },
  pause: {
    label: '停用',
    from: ['active'],
    to: 'paused',
    tone: 'danger',
    refuse: (p) => notPlatform(p, '停用'),
    input: { reason },
  },
  resume: {
    label: '恢复',
    from: ['paused'],
    to: 'active',
    tone: 'primary',
    confirm: '恢复后该公司的人员可以登录，定时任务照常运行。确认恢复？',
  },
  close: {
    label: '关闭',
    from: ['toOpen', 'paused'],
    to: 'closed',
    tone: 'danger',
    refuse: (p) => notPlatform(p, '关闭'),
    input: { reason },
  },
  // Done by a call of its own, which alone knows the password; here it has its name in histories.
  issueAdmin: { label: '发放管理员密码', from: ['active'], internal: true },
  adopt: { label: '登记已有公司', from: ['toOpen'], to: 'active', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    operatorProfile: RowOf<typeof operatorProfile>
  }
  interface ActionsOf {
    operatorProfile: typeof operatorProfileActions
  }
}
