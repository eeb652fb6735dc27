/** Menus of transport. */
export const TRANSPORT_MENU = 'transportMenu'
export const DISPATCH_MENU = 'dispatchMenu'
export const CARRIER_MENU = 'carrierMenu'
export const FREIGHT_MENU = 'freightMenu'
export const path = (code: string): string => `/transport/${code}`
