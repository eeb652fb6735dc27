/** How money comes in from outside. What is only moved inside (balance, deposit, discount, offset) came in once already, or never. */
export const OUTSIDE = ['wechat', 'alipay', 'transfer', 'cash', 'pos'] as const
