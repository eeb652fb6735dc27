/**
 * The four uploads as documents, and what speaks against sending each. Pure: facts in, a document and a check list out. Field names are
 * those of the reporting interface; amounts are yuan with three decimals, weights kilograms with three, volumes cubic metres with four.
 */
export type Document = Record<string, unknown>
interface Problem {
  field: string
  text: string
}
export interface Checked {
  document: Document
  problems: Problem[]
}

const PLATES: Readonly<Record<string, string>> = { blue: '1', yellow: '2', black: '3', white: '4', green: '5', other: '9' }
const GREEN_GRADIENT = '94'
const GREEN_YELLOW = '93'
const ENERGY: Readonly<Record<string, string>> = { petrol: 'A', diesel: 'B', electric: 'C', gas: 'E', hybrid: 'O', hydrogen: 'Z' }
/** 总质量 up to here: no certificate of the driver, the vehicle or who carries is asked for; an area stands in its place. */
const LIGHT_KG = 4500

export const yuan3 = (fen: number): string => {
  const at = Math.abs(fen)
  return `${fen < 0 ? '-' : ''}${Math.floor(at / 100)}.${String(at % 100).padStart(2, '0')}0`
}
export const kg3 = (grams: number): string => `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, '0')}`
export const m3of4 = (tenThousandths: number): string =>
  `${Math.floor(tenThousandths / 10_000)}.${String(tenThousandths % 10_000).padStart(4, '0')}`
/** `yyyyMMddHHmmss` in Beijing. */
export const stamp = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 19).replace(/\D/g, '')
const compactDay = (day: string): string => day.replaceAll('-', '')

/** A plate of eight is of new energy: green fades to white on small vehicles, yellow and green on large ones. */
export function plateColour(v: { plateNo: string; plateColor: string; grossKg: number | null }): string | null {
  if (v.plateColor === 'green')
    return v.plateNo.length < 8 ? '5' : v.grossKg !== null && v.grossKg > LIGHT_KG ? GREEN_YELLOW : GREEN_GRADIENT
  return PLATES[v.plateColor] ?? null
}
/** 车序 and 段序, two digits each; one truck in one leg is 0000. */
export const serialOf = (vehicle: number, leg: number, vehicles: number, legs: number): string =>
  vehicles === 1 && legs === 1 ? '0000' : `${String(vehicle).padStart(2, '0')}${String(leg).padStart(2, '0')}`

const isArea = (code: string | null): code is string => code !== null && /^\d{6}/.test(code)
const area6 = (code: string): string => code.slice(0, 6)

export interface VehicleFacts {
  plateNo: string
  plateColor: string
  grossKg: number | null
  loadKg: number | null
  boxed: boolean
  trailer: boolean
  owner: string | null
  useNature: string
  vin: string
  energy: string
  registeredOn: string | null
  licenceIssuedOn: string | null
  licenceIssuer: string | null
  roadPermitNo: string | null
}
export interface DriverFacts {
  name: string
  idNo: string
  mobile: string
  licenceClass: string
  licenceIssuer: string | null
  licenceFrom: string | null
  licenceDueOn: string | null
  qualificationNo: string | null
}
export interface CarrierFacts {
  name: string
  /** 统一社会信用代码, or the id of a person. */
  code: string | null
  permitNo: string | null
}
export interface PlaceFacts {
  name: string
  code: string | null
  address: string
  area: string | null
}
interface CompanyFacts extends CarrierFacts {
  area: string | null
}

const light = (v: Pick<VehicleFacts, 'grossKg'>): boolean => v.grossKg !== null && v.grossKg <= LIGHT_KG
const asked = (list: Problem[], field: string, value: string | number | null | undefined, text: string): string => {
  if (value === null || value === undefined || value === '') list.push({ field, text })
  return String(value ?? '')
}

function roadPermit(v: VehicleFacts, area: string | null, problems: Problem[]): string {
  if (v.roadPermitNo) return v.roadPermitNo
  if (light(v) && isArea(area)) return `${area6(area)}000000`
  problems.push({ field: 'roadTransportCertificateNumber', text: `车辆 ${v.plateNo} 缺少道路运输证号` })
  return ''
}
function qualification(d: DriverFacts, v: Pick<VehicleFacts, 'grossKg'> | null, problems: Problem[]): string {
  if (d.qualificationNo) return d.qualificationNo
  if (v !== null && light(v)) return `${d.idNo.slice(0, 6)}000000000000`
  problems.push({ field: 'qualificationCertificate', text: `司机 ${d.name} 缺少从业资格证号` })
  return ''
}
function permitOf(c: CarrierFacts, v: VehicleFacts, area: string | null, problems: Problem[]): string {
  if (c.permitNo) return c.permitNo
  if (light(v) && isArea(area)) return `${area6(area)}000000`
  problems.push({ field: 'actualCarrierBusinessLicense', text: `实际承运人 ${c.name} 缺少道路运输经营许可证号` })
  return ''
}
function colourOf(v: VehicleFacts, problems: Problem[]): string {
  const colour = plateColour(v)
  if (colour === null) problems.push({ field: 'vehiclePlateColorCode', text: `车辆 ${v.plateNo} 未登记车牌颜色` })
  return colour ?? ''
}

const TYPE_OF_BUSINESS: Readonly<Record<string, string>> = { full: '1002996', shared: '1002996', city: '1003997', charter: '1003999' }
const FASTEST_KMH = 110
const SLOWEST_KMH = 1
const TRACK_LEAST = 0.8
const DAY_MS = 86_400_000

export interface WaybillFacts {
  no: string
  outerNo: string | null
  base: string
  vehicles: number
  serial: string
  company: CompanyFacts
  orderedAt: string
  departedAt: string | null
  receivedAt: string | null
  /** This truck's share, fen; null: not priced. */
  fen: number | null
  sender: PlaceFacts
  receiver: PlaceFacts
  vehicle: VehicleFacts | null
  driver: DriverFacts | null
  carrier: CarrierFacts
  goods: readonly { name: string; category: string; grams: number; volume: number; pieces: number }[]
  policyNo: string | null
  insurer: string | null
  km: number | null
  /** Share of the trip a terminal has seen; null: no terminal. */
  track: number | null
  /** Trips of the same driver or vehicle at the same time. */
  overlaps: readonly string[]
}

function placed(p: PlaceFacts, what: '发货' | '收货', field: string, problems: Problem[]): Document {
  if (!isArea(p.area)) problems.push({ field: `${field}.countrySubdivisionCode`, text: `${what}地缺少行政区划代码` })
  return { name: p.name, id: p.code ?? '', place: p.address, countrySubdivisionCode: isArea(p.area) ? area6(p.area) : '' }
}

/** What nobody who drove it could have done. */
function unlikely(w: WaybillFacts, problems: Problem[]): void {
  const { departedAt: from, receivedAt: to } = w
  if (from === null) problems.push({ field: 'despatchActualDateTime', text: '没有实际发车时间' })
  if (to === null) problems.push({ field: 'goodsReceiptDateTime', text: '没有签收时间' })
  if (from !== null && to !== null) {
    const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000
    if (hours <= 0) problems.push({ field: 'goodsReceiptDateTime', text: '签收时间早于发车时间' })
    else if (w.km !== null && w.km > 0) {
      const speed = w.km / hours
      if (speed > FASTEST_KMH || (speed < SLOWEST_KMH && Date.parse(to) - Date.parse(from) > DAY_MS))
        problems.push({ field: 'goodsReceiptDateTime', text: `行程 ${w.km.toFixed(1)} km 用时 ${hours.toFixed(1)} 小时，与里程不符` })
    }
  }
  if (w.track === null) problems.push({ field: 'track', text: '车辆没有终端轨迹，不能证明行程' })
  else if (w.track < TRACK_LEAST) problems.push({ field: 'track', text: `轨迹只覆盖行程的 ${Math.floor(w.track * 100)}%，应不少于 80%` })
  for (const other of w.overlaps) problems.push({ field: 'driver', text: `同一时间司机或车辆还在任务 ${other} 中` })
}

export function waybill(w: WaybillFacts): Checked {
  const problems: Problem[] = []
  const grams = w.goods.reduce((n, g) => n + g.grams, 0)
  if (w.no.length > 20) problems.push({ field: 'shippingNoteNumber', text: '托运单号超过 20 个字符' })
  const original = w.outerNo ?? w.no
  if (original.length > 35) problems.push({ field: 'originalDocumentNumber', text: '上游单号超过 35 个字符' })
  if (w.fen === null) problems.push({ field: 'totalMonetaryAmount', text: '订单尚未定价' })
  if (grams === 0) problems.push({ field: 'goodsInfo', text: '这辆车上没有货物重量' })
  const consignor = placed(w.sender, '发货', 'consignorInfo', problems)
  const consignee = placed(w.receiver, '收货', 'consigneeInfo', problems)
  unlikely(w, problems)
  const v = w.vehicle
  if (v === null) problems.push({ field: 'vehicleInfo', text: '任务没有车辆' })
  if (w.driver === null) problems.push({ field: 'driver', text: '任务没有司机' })
  if (v !== null && v.loadKg !== null && grams > v.loadKg * 1000)
    problems.push({ field: 'goodsInfo', text: `装载 ${kg3(grams)} kg，超过核定载质量 ${v.loadKg} kg` })
  const document: Document = {
    originalDocumentNumber: original,
    shippingNoteNumber: w.no,
    serialNumber: w.serial,
    vehicleAmount: w.vehicles,
    transportTypeCode: '1',
    carrier: w.company.name,
    unifiedSocialCreditIdentifier: asked(
      problems,
      'unifiedSocialCreditIdentifier',
      w.company.code,
      '本公司缺少统一社会信用代码，请在「参数设置」中填写',
    ),
    permitNumber: asked(problems, 'permitNumber', w.company.permitNo, '本公司缺少网络货运经营许可证号，请在「参数设置」中填写'),
    consignmentDateTime: stamp(w.orderedAt),
    businessTypeCode: TYPE_OF_BUSINESS[w.base] ?? '1003999',
    despatchActualDateTime: w.departedAt === null ? '' : stamp(w.departedAt),
    goodsReceiptDateTime: w.receivedAt === null ? '' : stamp(w.receivedAt),
    consignorInfo: consignor,
    consigneeInfo: consignee,
    totalMonetaryAmount: yuan3(w.fen ?? 0),
    vehicleInfo: v === null ? null : vehicleOnTheWay(w, v, problems),
    actualCarrierInfo: {
      actualCarrierName: w.carrier.name,
      actualCarrierBusinessLicense: v === null ? '' : permitOf(w.carrier, v, w.company.area, problems),
      actualCarrierID: asked(problems, 'actualCarrierID', w.carrier.code, `实际承运人 ${w.carrier.name} 缺少统一社会信用代码或身份证号`),
    },
    insuranceInformation: { policyNumber: w.policyNo ?? 'none', insuranceCompanyCode: w.insurer ?? 'none' },
  }
  return { document, problems }
}

function vehicleOnTheWay(w: WaybillFacts, v: VehicleFacts, problems: Problem[]): Document {
  return {
    vehicleNumber: v.plateNo,
    vehiclePlateColorCode: colourOf(v, problems),
    despatchActualDateTime: w.departedAt === null ? '' : stamp(w.departedAt),
    goodsReceiptDateTime: w.receivedAt === null ? '' : stamp(w.receivedAt),
    placeOfLoading: w.sender.address,
    goodsReceiptPlace: w.receiver.address,
    loadingCountrySubdivisionCode: isArea(w.sender.area) ? area6(w.sender.area) : '',
    receiptCountrySubdivisionCode: isArea(w.receiver.area) ? area6(w.receiver.area) : '',
    driver: w.driver === null ? [] : [{ driverName: w.driver.name, drivingLicense: w.driver.idNo }],
    goodsInfo: w.goods.map((g) => ({
      descriptionOfGoods: g.name,
      cargoTypeClassificationCode: g.category,
      goodsItemGrossWeight: kg3(g.grams),
      cube: m3of4(g.volume),
      totalNumberOfPackages: g.pieces,
    })),
  }
}

/** What may be paid through, and the code it goes under. Cash may not. */
const MEANS: Readonly<Record<string, string>> = { transfer: '32', alipay: '41', wechat: '42' }

export interface MoneyFacts {
  no: string
  company: CarrierFacts
  carrier: CarrierFacts
  vehicle: VehicleFacts | null
  waybills: readonly { no: string; serial: string }[]
  payments: readonly {
    channel: string
    payee: string
    account: string | null
    bank: string | null
    tradeNo: string | null
    fen: number
    paidAt: string
  }[]
  /** What the mission is owed, fen. */
  owed: number
}
export function moneyFlow(m: MoneyFacts): Checked {
  const problems: Problem[] = []
  const paid = m.payments.reduce((n, p) => n + p.fen, 0)
  if (m.payments.length === 0) problems.push({ field: 'financialList', text: '还没有付款' })
  else if (paid !== m.owed)
    problems.push({ field: 'financialList', text: `流水合计 ${yuan(paid)}，应付 ${yuan(m.owed)}，相差 ${yuan(Math.abs(m.owed - paid))}` })
  if (m.vehicle === null) problems.push({ field: 'vehicleNumber', text: '任务没有车辆' })
  if (m.waybills.length === 0) problems.push({ field: 'shippingNoteList', text: '没有对应的运单' })
  const financialList = m.payments.map((p, i) => {
    const at = `第 ${i + 1} 笔付款`
    const code = MEANS[p.channel]
    if (code === undefined)
      problems.push({ field: 'paymentMeansCode', text: p.channel === 'cash' ? `${at}是现金，不能上报` : `${at}的付款方式不能上报` })
    return {
      paymentMeansCode: code ?? '',
      recipient: p.payee,
      receiptAccount: asked(problems, 'receiptAccount', p.account, `${at}缺少收款账号`),
      bankCode: p.bank ?? '',
      sequenceCode: asked(problems, 'sequenceCode', p.tradeNo, `${at}缺少交易流水号`),
      monetaryAmount: yuan3(p.fen),
      dateTime: stamp(p.paidAt),
    }
  })
  const document: Document = {
    documentNumber: m.no,
    carrier: m.company.name,
    actualCarrierName: m.carrier.name,
    actualCarrierID: asked(problems, 'actualCarrierID', m.carrier.code, `实际承运人 ${m.carrier.name} 缺少统一社会信用代码或身份证号`),
    vehicleNumber: m.vehicle?.plateNo ?? '',
    vehiclePlateColorCode: m.vehicle === null ? '' : colourOf(m.vehicle, problems),
    shippingNoteList: m.waybills.map((w) => ({ shippingNoteNumber: w.no, serialNumber: w.serial })),
    financialList,
  }
  return { document, problems }
}
const yuan = (fen: number): string => yuan3(fen).slice(0, -1)

/** 重中轻微 by total mass; boxed or open. A trailer is a class of its own. */
function vehicleType(v: Pick<VehicleFacts, 'grossKg' | 'boxed' | 'trailer'>): string | null {
  if (v.grossKg === null) return null
  if (v.trailer) return v.grossKg >= 12_000 ? 'B11' : 'B21'
  const size = v.grossKg >= 12_000 ? 1 : v.grossKg > LIGHT_KG ? 2 : v.grossKg > 1800 ? 3 : 4
  return `H${size}${v.boxed ? 2 : 1}`
}
const USES: Readonly<Record<string, string>> = { cargo: '货运', cold: '货运', hazardous: '危化品运输', lease: '租赁', private: '非营运' }

export function vehicleSheet(v: VehicleFacts, area: string | null): Checked {
  const problems: Problem[] = []
  const type = vehicleType(v)
  const document: Document = {
    vehicleNumber: v.plateNo,
    vehiclePlateColorCode: colourOf(v, problems),
    vehicleType: asked(problems, 'vehicleType', type, '缺少总质量，不能判断车辆类型'),
    owner: asked(problems, 'owner', v.owner, '缺少车辆所有人'),
    useCharacter: USES[v.useNature] ?? '',
    vin: v.vin,
    issuingOrganizations: asked(problems, 'issuingOrganizations', v.licenceIssuer, '缺少行驶证发证机关'),
    registerDate: compactDay(asked(problems, 'registerDate', v.registeredOn, '缺少注册日期')),
    issueDate: compactDay(asked(problems, 'issueDate', v.licenceIssuedOn, '缺少行驶证发证日期')),
    vehicleEnergyType: ENERGY[v.energy] ?? 'Z',
    vehicleTonnage: v.loadKg === null ? asked(problems, 'vehicleTonnage', null, '缺少核定载质量') : (v.loadKg / 1000).toFixed(2),
    grossMass: v.grossKg === null ? asked(problems, 'grossMass', null, '缺少总质量') : (v.grossKg / 1000).toFixed(2),
    roadTransportCertificateNumber: roadPermit(v, area, problems),
  }
  return { document, problems }
}

/** `vehicle`: what he drives; by it one knows whether a certificate is asked of him. */
export function driverSheet(d: DriverFacts, vehicle: Pick<VehicleFacts, 'grossKg'> | null): Checked {
  const problems: Problem[] = []
  const document: Document = {
    driverName: d.name,
    drivingLicense: d.idNo,
    vehicleClass: d.licenceClass,
    issuingOrganizations: asked(problems, 'issuingOrganizations', d.licenceIssuer, '缺少驾驶证发证机关'),
    validPeriodFrom: compactDay(asked(problems, 'validPeriodFrom', d.licenceFrom, '缺少驾驶证有效期起')),
    validPeriodTo: compactDay(asked(problems, 'validPeriodTo', d.licenceDueOn, '缺少驾驶证有效期至')),
    qualificationCertificate: qualification(d, vehicle, problems),
    telephone: d.mobile,
  }
  return { document, problems }
}
