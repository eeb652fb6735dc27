/** 车辆. Rental status per leasing.md §3.3: papers gate the way to 待租; leasing moves it from there on. */
import { defineActions, facts } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const PLATE_COLORS = { none: '未上牌', blue: '蓝', yellow: '黄', black: '黑', white: '白', green: '绿', other: '其他' }
export const ENERGIES = { diesel: '柴油', petrol: '汽油', electric: '纯电', hybrid: '插电混动', gas: '天然气', hydrogen: '氢能' }

export const vehicle = defineEntity({
  name: 'vehicle',
  label: '车辆',
  right: 'vehicleList',
  scope: { store: 'store', dept: 'dept' },
  title: ['plateNo'],
  search: ['plateNo', 'vin', 'engineNo', 'drivingLicenceNo'],
  fields: {
    plateNo: f.text('车牌号', {
      required: true,
      fixed: true,
      format: 'plate',
      unique: '该车牌号已存在',
      width: 120,
      hint: '普通号牌 7 位，新能源号牌 8 位；以后变更请用「更换号牌」，保留历史',
    }),
    plateColor: f.choice('车牌颜色', PLATE_COLORS, { required: true, fixed: true, default: 'green' }),
    status: f.state(
      '车辆状态',
      {
        preparing: '整备中',
        available: '待租',
        reserved: '已预占',
        leased: '在租',
        repairing: '维修中',
        suspended: '停用',
        disposed: '已处置',
      },
      'preparing',
    ),
    vin: f.text('车架号', { required: true, format: 'vin', unique: '该车架号已存在', width: 180 }),
    engineNo: f.text('发动机/电机号', { maxLength: 40 }),
    model: f.ref('车型', 'vehicleModel', { required: true, filter: { status: 'active' } }),
    energy: f.choice('能源类型', ENERGIES, { required: true, default: 'electric' }),
    useNature: f.choice(
      '使用性质',
      { cargo: '营运货运', lease: '租赁', private: '非营运', hazardous: '危化', cold: '冷藏' },
      { required: true, default: 'lease' },
    ),
    ownership: f.choice(
      '权属',
      { own: '自有', financed: '融资租赁', affiliated: '车源方挂靠', outsourced: '外协' },
      { required: true, default: 'own' },
    ),
    vehicleSource: f.ref('车源方', 'vehicleSource', { when: (v) => v['ownership'] === 'affiliated' }),
    store: f.ref('所属门店', 'store', {
      required: true,
      fixed: true,
      filter: { status: 'active' },
      hint: '以后变更请用「调拨门店」，保留历史',
    }),
    dept: f.ref('所属部门', 'dept'),
    purchasePrice: f.money('购置价', { min: 0 }),
    purchasedOn: f.day('购置日期'),
    registeredOn: f.day('注册日期'),
    drivingLicenceNo: f.text('行驶证档案编号', { maxLength: 40 }),
    drivingLicenceImages: f.files('行驶证照片', { maxCount: 4 }),
    inspectionDueOn: f.day('年检有效期至', { hint: '过期车辆不能出租' }),
    compulsoryInsuranceDueOn: f.day('交强险到期日', { hint: '断保车辆不能出租' }),
    commercialInsuranceDueOn: f.day('商业险到期日'),
    roadPermitNo: f.text('道路运输证号', { maxLength: 40 }),
    roadPermitDueOn: f.day('道路运输证到期日'),
    loadKg: f.int('核定载质量', { unit: 'kg', min: 0, max: 100_000 }),
    volume: f.decimal('货厢容积', 2, { unit: 'm³', min: 0, max: 1000 }),
    odometer: f.int('里程', { unit: 'km', min: 0, max: 5_000_000, fixed: true, hint: '录入时的表显里程，不填为 0；以后由交车、收车更新' }),
    opMode: f.choice('运营方式', { lease: '租赁', transport: '运输', both: '租赁与运输' }, { required: true, default: 'lease' }),
    axles: f.int('轴数', { min: 1, max: 12 }),
    curbKg: f.int('整备质量', { unit: 'kg', min: 0, max: 100_000 }),
    grossKg: f.int('总质量', { unit: 'kg', min: 0, max: 100_000 }),
    boxLengthMm: f.int('货厢长', { unit: 'mm', min: 0, max: 30_000 }),
    boxWidthMm: f.int('货厢宽', { unit: 'mm', min: 0, max: 5000 }),
    boxHeightMm: f.int('货厢高', { unit: 'mm', min: 0, max: 6000 }),
    lengthMm: f.int('外廓长', { unit: 'mm', min: 0, max: 30_000 }),
    widthMm: f.int('外廓宽', { unit: 'mm', min: 0, max: 5000 }),
    heightMm: f.int('外廓高', { unit: 'mm', min: 0, max: 6000 }),
    pallets: f.int('托盘位', { min: 0, max: 100 }),
    zones: f.lines('温区', {
      name: f.text('名称', { required: true, maxLength: 20 }),
      minC: f.decimal('最低温度', 1, { unit: '℃', min: -60, max: 60 }),
      maxC: f.decimal('最高温度', 1, { unit: '℃', min: -60, max: 60 }),
      maxKg: f.int('载质量', { required: true, unit: 'kg', min: 0, max: 100_000 }),
      maxM3: f.decimal('容积', 2, { required: true, unit: 'm³', min: 0, max: 1000 }),
    }),
    tailLift: f.flag('有尾板'),
    skills: f.text('作业能力', { maxLength: 100 }),
    passes: f.lines('通行证', {
      city: f.text('城市', { required: true, maxLength: 40 }),
      area: f.text('区域', { maxLength: 60 }),
      dueOn: f.day('有效期至', { required: true }),
    }),
    isTrailer: f.flag('挂车'),
    costFixed: f.money('每日固定成本', { required: true, default: 0, min: 0 }),
    costKm: f.decimal('每公里成本', 4, { required: true, default: 0, min: 0, max: 1000, unit: '元' }),
    costHour: f.money('每小时成本', { required: true, default: 0, min: 0 }),
    idleSince: f.day('空闲起始日', { readOnly: true }),
    photos: f.files('车辆照片', { maxCount: 12 }),
    remark: f.note('备注', { quick: true, maxLength: 500 }),
  },
  check: (v) => (v.ownership === 'affiliated' && !v.vehicleSource ? { at: 'vehicleSource', reason: '挂靠车辆必须选择车源方' } : null),
  list: {
    columns: [
      'plateNo',
      'status',
      'model',
      'energy',
      'store',
      'odometer',
      'inspectionDueOn',
      'compulsoryInsuranceDueOn',
      'vin',
      'ownership',
      'remark',
    ],
    filters: [
      'plateNo',
      'status',
      'store',
      'model',
      'energy',
      'ownership',
      'vin',
      'inspectionDueOn',
      'compulsoryInsuranceDueOn',
      'registeredOn',
      'idleSince',
      'dept',
    ],
    sort: '-createdAt',
    quick: {
      整备中: { status: 'preparing' },
      待租: { status: 'available' },
      已预占: { status: 'reserved' },
      在租: { status: 'leased' },
      维修中: { status: 'repairing' },
      停用: { status: 'suspended' },
    },
  },
  form: {
    基本信息: ['plateNo', 'plateColor', 'vin', 'engineNo', 'model', 'energy', 'useNature'],
    归属: ['ownership', 'vehicleSource', 'store', 'dept', 'purchasePrice', 'purchasedOn'],
    证照与有效期: [
      'registeredOn',
      'drivingLicenceNo',
      'drivingLicenceImages',
      'inspectionDueOn',
      'compulsoryInsuranceDueOn',
      'commercialInsuranceDueOn',
      'roadPermitNo',
      'roadPermitDueOn',
    ],
    运输: [
      'opMode',
      'loadKg',
      'volume',
      'grossKg',
      'curbKg',
      'axles',
      'pallets',
      'boxLengthMm',
      'boxWidthMm',
      'boxHeightMm',
      'lengthMm',
      'widthMm',
      'heightMm',
      'zones',
      'tailLift',
      'skills',
      'passes',
      'isTrailer',
      'costFixed',
      'costKm',
      'costHour',
    ],
    其他: ['odometer', 'photos', 'remark'],
  },
  indexes: [
    ['status', 'store'],
    ['store', 'model', 'status'],
    ['store', 'plateNo'],
  ],
  children: [
    { entity: 'leaseSegment', by: 'vehicle', label: '租赁记录' },
    { entity: 'bill', by: 'vehicle', label: '账单' },
    { entity: 'plateChange', by: 'vehicle', label: '号牌变更' },
    { entity: 'storeTransfer', by: 'vehicle', label: '调拨记录' },
    { entity: 'vehiclePreparation', by: 'vehicle', label: '整备' },
  ],
})

export interface VehicleFacts {
  /** What stops this vehicle from being leased today, e.g. 「年检已于 2026-03-01 到期」. */
  gaps: string[]
  /** Open preparation steps. */
  openSteps: string[]
}

export const vehicleActions = defineActions(vehicle, facts<VehicleFacts>(), {
  release: {
    label: '整备完成',
    from: ['preparing'],
    to: 'available',
    tone: 'primary',
    bulk: true,
    refuse: (v) =>
      v.openSteps.length ? `整备未完成：${v.openSteps.join('、')}` : v.gaps.length ? `不能转为待租：${v.gaps.join('；')}` : null,
    confirm: '确认整备完成并转为待租？',
  },
  transfer: {
    label: '调拨门店',
    from: ['preparing', 'available', 'repairing', 'suspended'],
    bulk: true,
    input: {
      toStore: f.ref('调入门店', 'store', { required: true, filter: { status: 'active' } }),
      reason: f.text('调拨原因', { required: true, maxLength: 100 }),
    },
    checkInput: (i, v) => (i['toStore'] === v.store ? '调入门店与当前门店相同' : null),
  },
  sendToRepair: {
    label: '送修',
    from: ['preparing', 'available'],
    to: 'repairing',
    input: { reason: f.text('送修原因', { required: true, maxLength: 200 }) },
  },
  prepareAgain: {
    label: '转入整备',
    from: ['available', 'repairing', 'suspended'],
    to: 'preparing',
    input: { reason: f.text('原因', { required: true, maxLength: 200 }) },
    bulk: true,
  },
  suspend: {
    label: '停用',
    from: ['preparing', 'available', 'repairing'],
    to: 'suspended',
    tone: 'danger',
    bulk: true,
    input: { reason: f.text('停用原因', { required: true, maxLength: 200 }) },
  },
  dispose: {
    label: '处置',
    from: ['suspended'],
    to: 'disposed',
    tone: 'danger',
    input: {
      way: f.choice('处置方式', { sold: '出售', scrapped: '报废', returned: '退还车源方' }, { required: true }),
      on: f.day('处置日期', { required: true }),
      price: f.money('处置金额', { min: 0 }),
      reason: f.text('说明', { maxLength: 200 }),
    },
  },
  reserve: {
    label: '预占',
    from: ['available'],
    to: 'reserved',
    internal: true,
    refuse: (v) => (v.gaps.length ? `${v.plateNo}：${v.gaps.join('；')}` : null),
  },
  releaseReservation: { label: '取消预占', from: ['reserved'], to: 'available', internal: true },
  handOver: {
    label: '交车',
    from: ['reserved'],
    to: 'leased',
    internal: true,
    input: { odometer: f.int('里程', { required: true, min: 0, max: 5_000_000 }) },
    checkInput: (i, v) => (Number(i['odometer']) < (v.odometer ?? 0) ? `里程不能小于当前 ${v.odometer} km` : null),
  },
  takeBack: {
    label: '收车',
    from: ['leased'],
    to: 'preparing',
    internal: true,
    input: { odometer: f.int('里程', { required: true, min: 0, max: 5_000_000 }) },
    checkInput: (i, v) => (Number(i['odometer']) < (v.odometer ?? 0) ? `里程不能小于当前 ${v.odometer} km` : null),
  },
  changePlate: {
    label: '更换号牌',
    from: ['preparing', 'available', 'repairing', 'suspended', 'leased'],
    input: {
      newPlateNo: f.text('新车牌号', { required: true, format: 'plate' }),
      newPlateColor: f.choice('新车牌颜色', PLATE_COLORS, { required: true, default: 'green' }),
      changedOn: f.day('变更日期', { required: true }),
      reason: f.text('变更原因', { required: true, maxLength: 100 }),
    },
    checkInput: (i, v) => (i['newPlateNo'] === v.plateNo ? '新车牌号与原车牌号相同' : null),
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    vehicle: RowOf<typeof vehicle>
  }
  interface ActionsOf {
    vehicle: typeof vehicleActions
  }
}
