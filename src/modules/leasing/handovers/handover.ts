/** 交车单 and 验车模板 (leasing.md §3.4). */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const INSPECTION_GROUPS = {
  exterior: '外观',
  interior: '内饰',
  papers: '随车证件',
  tools: '随车工具',
  tyres: '轮胎',
  dashboard: '仪表',
}

/** What nobody has looked at says so; it is never taken for in order. */
export const UNCHECKED = '待检查'

export const inspectionTemplate = defineEntity({
  name: 'inspectionTemplate',
  label: '验车模板',
  right: 'entryTemp',
  title: ['name'],
  search: ['name'],
  fields: {
    name: f.text('模板名称', { required: true, unique: '该模板名称已存在', maxLength: 60 }),
    status: f.state('状态', { active: '启用', disabled: '停用' }, 'active'),
    category: f.dict('适用车辆类别', 'vehicleCategory'),
    items: f.lines(
      '检查项',
      {
        group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
        name: f.text('检查项', { required: true, maxLength: 40 }),
        required: f.flag('必查', { default: true }),
        minPhotos: f.int('至少照片数', { required: true, default: 0, min: 0, max: 10 }),
      },
      { required: true },
    ),
    remark: f.text('说明', { maxLength: 200 }),
  },
  list: { columns: ['name', 'status', 'category', 'remark'], filters: ['name', 'status', 'category'], sort: 'name' },
  form: { 模板: ['name', 'category', 'items', 'remark'] },
})
export const inspectionTemplateActions = defineActions(inspectionTemplate, {
  disable: {
    label: '停用',
    from: ['active'],
    to: 'disabled',
    tone: 'danger',
    confirm: '停用后新的交车与验车不再使用该模板，已有的检查结果不变。确认停用？',
  },
  enable: { label: '启用', from: ['disabled'], to: 'active', confirm: '启用后同类车辆交车与验车时使用该模板。确认启用？' },
})

export const handover = defineEntity({
  name: 'handover',
  label: '交车单',
  right: 'handVehicleList',
  scope: { store: 'store' },
  writes: 'none',
  title: ['no'],
  search: ['no'],
  papers: { handover: '车辆交接单' },
  paperOfMany: { kind: 'fleet', label: '整批交接单' },
  searchThrough: ['lessee', 'vehicle', 'contract'],
  fields: {
    no: f.serial('交车单号', 'JC{yyyyMMdd}-{0000}'),
    status: f.state('状态', { pending: '待交车', done: '已交车', cancelled: '已取消' }, 'pending'),
    contract: f.ref('合同', 'contract', { required: true }),
    lease: f.ref('租约', 'lease', { required: true }),
    lessee: f.ref('承租人', 'lessee', { required: true }),
    vehicle: f.ref('车辆', 'vehicle', { required: true }),
    store: f.ref('门店', 'store', { required: true }),
    template: f.ref('验车模板', 'inspectionTemplate', { filter: { status: 'active' } }),
    plannedOn: f.day('计划交车日', { required: true }),
    actualAt: f.instant('实际交车时间'),
    odometer: f.int('里程表读数', { unit: 'km' }),
    energyPercent: f.int('电量/油量', { unit: '%' }),
    items: f.lines('检查结果', {
      group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
      name: f.text('检查项', { required: true }),
      normal: f.flag('正常', { open: UNCHECKED }),
      note: f.text('说明'),
    }),
    photos: f.files('交车照片'),
    receiverName: f.text('提车人'),
    receiverMobile: f.text('提车人手机号', { format: 'mobile', mask: 'mobile' }),
    receiverSign: f.files('提车人签名', { maxCount: 1 }),
    signedSheet: f.files('双方签字交接单'),
    remark: f.note('备注'),
  },
  list: {
    columns: ['no', 'status', 'vehicle', 'lessee', 'contract', 'plannedOn', 'actualAt', 'odometer', 'energyPercent', 'store'],
    filters: ['no', 'status', 'vehicle', 'lessee', 'contract', 'store', 'plannedOn', 'actualAt'],
    sort: '-createdAt',
    quick: { 待交车: { status: 'pending' }, 已交车: { status: 'done' } },
  },
  form: {
    交车: [
      'no',
      'contract',
      'lease',
      'lessee',
      'vehicle',
      'store',
      'template',
      'plannedOn',
      'actualAt',
      'odometer',
      'energyPercent',
      'receiverName',
      'receiverMobile',
    ],
    验车: ['items', 'photos', 'receiverSign', 'signedSheet', 'remark'],
  },
})

export interface HandoverFacts {
  /** Bills that must be paid before the keys are given: label and remaining fen. */
  unpaid: { label: string; remain: number }[]
  contractStatus: string
  vehicleStatus: string
  vehicleOdometer: number
  papers: string[]
  licence: string | null
}

export const handoverActions = defineActions(handover, facts<HandoverFacts>(), {
  confirm: {
    label: '确认交车',
    from: ['pending'],
    to: 'done',
    tone: 'primary',
    refuse: (h) =>
      h.contractStatus !== 'toHandOver' && h.contractStatus !== 'active'
        ? '合同尚未签署完成，不能交车'
        : h.unpaid.length
          ? `以下账单未付清，不能交车：${h.unpaid.map((b) => b.label).join('、')}`
          : h.vehicleStatus !== 'reserved'
            ? '车辆未被本合同预占，不能交车'
            : h.papers.length
              ? h.papers.join('；')
              : h.licence,
    input: {
      actualAt: f.instant('实际交车时间', { required: true }),
      odometer: f.int('里程表读数', { required: true, min: 0, max: 5_000_000, unit: 'km' }),
      energyPercent: f.int('电量/油量', { required: true, min: 0, max: 100, unit: '%' }),
      items: f.lines('检查结果', {
        group: f.choice('分组', INSPECTION_GROUPS, { required: true }),
        name: f.text('检查项', { required: true, maxLength: 40 }),
        normal: f.flag('正常', { open: UNCHECKED, required: true }),
        note: f.text('说明', { maxLength: 100 }),
      }),
      photos: f.files('交车照片', { maxCount: 20 }),
      receiverName: f.text('提车人', { required: true, maxLength: 40 }),
      receiverMobile: f.text('提车人手机号', { format: 'mobile', hint: '承租人本人提车可以不填，即其登记的手机号' }),
      receiverSign: f.files('提车人签名', { maxCount: 1, drawn: true, hint: '提车人当面用手指签名，印在交接单上；不签则打印后手签' }),
      signedSheet: f.files('双方签字交接单', { maxCount: 5 }),
      remark: f.note('备注', { maxLength: 500 }),
    },
    checkInput: (i, h) => (Number(i['odometer']) < h.vehicleOdometer ? `里程表读数不能小于车辆当前里程 ${h.vehicleOdometer} km` : null),
  },
  sheetSigned: {
    label: '交接单电子签署完成',
    from: ['done'],
    internal: true,
    input: { signedSheet: f.files('双方签字交接单', { required: true, maxCount: 1 }) },
  },
  cancel: { label: '取消', from: ['pending'], to: 'cancelled', tone: 'danger', internal: true },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    inspectionTemplate: RowOf<typeof inspectionTemplate>
    handover: RowOf<typeof handover>
  }
  interface ActionsOf {
    inspectionTemplate: typeof inspectionTemplateActions
    handover: typeof handoverActions
  }
}
