/** Browser part of bills and receipts. */
import { lazy } from 'react'
import type { WebModule } from '#kit/ui/screen/slots.web.ts'
import { billing } from './billing.ts'

const slot = <K extends 'BillBulk' | 'BillHead' | 'BillTools' | 'PaymentHead'>(name: K) =>
  lazy(() => import('./bills/bill-slots.web.tsx').then((m) => ({ default: m[name] })))
const money = <K extends 'SplitTools' | 'LesseeMoney'>(name: K) =>
  lazy(() => import('./shares/split-slots.web.tsx').then((m) => ({ default: m[name] })))
const coupons = <K extends 'CouponHead' | 'UseCouponDialog'>(name: K) =>
  lazy(() => import('./coupons/coupon-slots.web.tsx').then((m) => ({ default: m[name] })))

export const billingWeb: WebModule = {
  module: billing,
  screens: {
    billPay: lazy(() => import('./bills/bill-pay.web.tsx')),
    dunningList: lazy(() => import('./bills/dunning/dunning.web.tsx')),
    serviceBillAdd: lazy(() => import('./bills/charge.web.tsx')),
    billStatistics: lazy(() => import('./statements/statistics.web.tsx')),
    payableStatistics: lazy(() => import('./statements/payables.web.tsx')),
    shouldbillList: lazy(() => import('./bills/ageing.web.tsx')),
    receivableList: lazy(() => import('./statements/aged-lists.web.tsx').then((m) => ({ default: m.AgedReceivables }))),
    dealWithList: lazy(() => import('./statements/aged-lists.web.tsx').then((m) => ({ default: m.AgedPayables }))),
  },
  cells: { 'bill.dueOn': lazy(() => import('./bills/due-cell.web.tsx')) },
  heads: { bill: slot('BillHead'), payment: slot('PaymentHead'), coupon: coupons('CouponHead') },
  bulk: { bill: slot('BillBulk') },
  toolbars: { bill: slot('BillTools'), splitRecord: money('SplitTools') },
  tabs: { lessee: [{ key: 'money', label: '账款与信用', right: 'billInfoList', component: money('LesseeMoney') }] },
  dialogs: { 'bill.useCoupon': coupons('UseCouponDialog') },
}
