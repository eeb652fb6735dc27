/** Menus of transport. */
export const T = 'transportMenu'
export const M = 'dispatchMenu'
export const P = 'carrierMenu'
export const S = 'freightMenu'
export const path = (code: string): string => `/transport/${code}`
