/** Who may see money of freight (transport.md §2.1): what customers pay, what carriers and drivers get, and what is left are three functions. */
export const SEES = { receivable: 'freight_seeReceivable', payable: 'freight_seePayable', margin: 'freight_seeMargin' } as const
/** Rows of one side of the money. */
export const BY_DIRECTION = { field: 'direction', rights: { receivable: SEES.receivable, payable: SEES.payable } } as const
/** As functions of a page: below orders and below sheets, so that either page is enough to grant them. */
export const SEES_FUNCTIONS = { [SEES.receivable]: '查看应收运费', [SEES.payable]: '查看应付运费', [SEES.margin]: '查看运费毛利' }
