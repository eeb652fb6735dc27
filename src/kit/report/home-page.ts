/** The home of a leasing operator and that of a carrier: each look has one. */
export const HOME_PAGES = ['homePage', 'tmsHomePage'] as const
export type HomePage = (typeof HOME_PAGES)[number]
