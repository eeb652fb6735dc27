/** What other modules may ask of 运营商 and 推广. */
export { promoCodeOf } from './promotion/promo.server.ts'
