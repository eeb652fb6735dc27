/** 承租人, personal and enterprise (leasing.md §3.1). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

const LICENCE_CLASSES = { A1: 'A1', A2: 'A2', A3: 'A3', B1: 'B1', B2: 'B2', C1: 'C1', C2: 'C2', C6: 'C6' }

export const lessee = defineEntity({
  name: 'lessee',
  label: '承租人',
  right: 'memberList',
  scope: { store: 'store', owner: 'owner', channel: 'channel' },
  title: ['name'],
  search: ['name', 'mobile', 'mobileTail', 'creditCode', 'idNo'],
  readBack: true,
  next: 'approve',
  pick: ['kind', 'mobile', 'idNo', 'creditCode', 'store', 'status'],
  card: { shows: ['kind', 'store', 'balance'], phone: 'mobile' },
  fields: {
    kind: f.choice('类型', { person: '个人', company: '企业' }, { required: true, default: 'person', fixed: true }),
    name: f.text('名称', { required: true, maxLength: 80, labelBy: { field: 'kind', as: { person: '姓名', company: '企业名称' } } }),
    status: f.state(
      '状态',
      { reviewing: '待审核', normal: '正常', frozen: '已冻结', blacklisted: '黑名单', cancelled: '已注销' },
      'reviewing',
    ),
    mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile' }),
    // What the mask leaves to be seen: found by its index, never as a part of the number.
    mobileTail: f.computed('手机尾号', 'text', "case when mobile like '$zyt1$%' then right(mobile, 8) else right(mobile, 4) end", {
      internal: true,
    }),
    idNo: f.text('身份证号', { format: 'idNo', mask: 'idNo', unique: true, certificate: true, when: (v) => v['kind'] === 'person' }),
    creditCode: f.text('统一社会信用代码', { format: 'creditCode', unique: true, certificate: true, when: (v) => v['kind'] === 'company' }),
    legalPerson: f.text('法定代表人', { maxLength: 40, when: (v) => v['kind'] === 'company' }),
    contacts: f.lines('联系人', {
      name: f.text('姓名', { required: true }),
      mobile: f.text('手机号', { required: true, format: 'mobile', mask: 'mobile' }),
      post: f.text('职务/关系'),
    }),
    // In China the number of a licence is the number of the person.
    licenceNo: f.text('驾驶证号', {
      maxLength: 40,
      mask: 'idNo',
      when: (v) => v['kind'] === 'person',
      hint: '不填则与身份证号相同（填了准驾车型时）',
    }),
    licenceClass: f.choice('准驾车型', LICENCE_CLASSES, { when: (v) => v['kind'] === 'person' }),
    licenceDueOn: f.day('驾驶证有效期至', { when: (v) => v['kind'] === 'person' }),
    idImages: f.files('证件照片', { maxCount: 6 }),
    place: f.place('地址'),
    creditLevel: f.choice('信用等级', { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E' }, { required: true, default: 'B' }),
    creditLimit: f.money('信用额度', { min: 0 }),
    rents: f.flag('租车客户', { default: true }),
    ships: f.flag('托运客户'),
    freightSettle: f.choice('运费结算', { single: '单结', weekly: '周结', monthly: '月结' }, { required: true, default: 'single' }),
    freightDueDays: f.int('运费账期', { required: true, default: 0, min: 0, max: 180, unit: '天' }),
    codAllowed: f.flag('可代收货款'),
    autoUseBalance: f.flag('余额自动抵扣新账单'),
    channel: f.ref('来源渠道', 'channel', { filter: { status: 'active' } }),
    promoCode: f.ref('推广码', 'promoCode', { filter: { status: 'active' }, hint: '客户经由哪个推广码而来' }),
    store: f.ref('所属门店', 'store', { required: true, begins: 'mine', filter: { status: 'active' } }),
    owner: f.ref('业务员', 'user', { begins: 'me' }),
    invoiceTitle: f.text('发票抬头', { maxLength: 100 }),
    invoiceTaxNo: f.text('税号', { maxLength: 30 }),
    balance: f.money('预存余额', { readOnly: true, default: 0, min: 0 }),
    remark: f.note('备注', { quick: true, maxLength: 500 }),
  },
  check: (v) =>
    v.kind === 'person' && !v.idNo
      ? { at: 'idNo', reason: '个人承租人必须填写身份证号' }
      : v.kind === 'company' && !v.creditCode
        ? { at: 'creditCode', reason: '企业承租人必须填写统一社会信用代码' }
        : null,
  list: {
    columns: ['name', 'kind', 'status', 'mobile', 'creditLevel', 'balance', 'store', 'owner', 'channel', 'licenceDueOn', 'remark'],
    filters: ['name', 'kind', 'status', 'mobile', 'store', 'owner', 'channel', 'creditLevel', 'licenceDueOn'],
    sort: '-createdAt',
    quick: { 待审核: { status: 'reviewing' }, 正常: { status: 'normal' }, 已冻结: { status: 'frozen' }, 黑名单: { status: 'blacklisted' } },
  },
  form: {
    基本信息: ['kind', 'name', 'mobile', 'idNo', 'creditCode', 'legalPerson', 'idImages', 'place'],
    驾驶证: ['licenceNo', 'licenceClass', 'licenceDueOn'],
    运输: ['rents', 'ships', 'freightSettle', 'freightDueDays', 'codAllowed'],
    业务归属: ['store', 'owner', 'channel', 'promoCode', 'creditLevel', 'creditLimit', 'autoUseBalance'],
    开票与其他: ['invoiceTitle', 'invoiceTaxNo', 'contacts', 'remark'],
  },
  indexes: [['mobileTail']],
  children: [
    { entity: 'contract', by: 'lessee', label: '租赁合同' },
    { entity: 'bill', by: 'lessee', label: '账单' },
    { entity: 'payment', by: 'lessee', label: '收款' },
    { entity: 'accountEntry', by: 'lessee', label: '余额流水' },
    { entity: 'signFlow', by: 'lessee', label: '电子合同' },
    { entity: 'signIdentity', by: 'lessee', label: '实名认证' },
    { entity: 'lease', by: 'lessee', label: '租约' },
    { entity: 'leaseSegment', by: 'lessee', label: '用车记录' },
    { entity: 'depositAccount', by: 'lessee', label: '押金' },
    { entity: 'refund', by: 'lessee', label: '退款' },
    { entity: 'returnSettlement', by: 'lessee', label: '结算' },
    { entity: 'creditRecord', by: 'lessee', label: '信用记录' },
    { entity: 'customerCoupon', by: 'lessee', label: '优惠券' },
    { entity: 'transportOrder', by: 'customer', label: '运输订单' },
    { entity: 'violation', by: 'lessee', label: '违章' },
    { entity: 'insuranceClaim', by: 'lessee', label: '出险' },
    { entity: 'lesseeWish', by: 'lessee', label: '自助申请' },
    { entity: 'lesseeLink', by: 'lessee', label: '自助链接' },
  ],
})

export const lesseeActions = defineActions(lessee, facts<{ openContracts: number; openBills: number }>(), {
  approve: {
    label: '审核通过',
    from: ['reviewing'],
    to: 'normal',
    tone: 'primary',
    bulk: true,
    confirm: '通过后该承租人可以签合同、发起租赁。已核对证件与资料，确认通过？',
  },
  freeze: {
    label: '冻结',
    from: ['normal'],
    to: 'frozen',
    tone: 'danger',
    input: { reason: f.text('冻结原因', { required: true, maxLength: 200 }) },
  },
  unfreeze: { label: '解冻', from: ['frozen'], to: 'normal', confirm: '解冻后该承租人可以重新签合同。确认解冻？' },
  blacklist: {
    label: '列入黑名单',
    from: ['normal', 'frozen', 'reviewing'],
    to: 'blacklisted',
    tone: 'danger',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  unblacklist: {
    label: '移出黑名单',
    from: ['blacklisted'],
    to: 'frozen',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
  },
  cancel: {
    label: '注销',
    from: ['normal', 'frozen', 'reviewing', 'blacklisted'],
    to: 'cancelled',
    tone: 'danger',
    refuse: (l) =>
      l.openContracts
        ? `还有 ${l.openContracts} 份未结束的合同，不能注销`
        : l.openBills
          ? `还有 ${l.openBills} 张未结清的账单，不能注销`
          : l.balance
            ? '预存余额还没有退清，不能注销；请先在详情「退还余额」'
            : null,
    input: { reason: f.text('注销原因', { required: true, maxLength: 200 }) },
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    lessee: RowOf<typeof lessee>
  }
  interface ActionsOf {
    lessee: typeof lesseeActions
  }
}
