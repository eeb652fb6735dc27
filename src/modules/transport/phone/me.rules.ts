/** What a payable sheet is called towards who is paid by it. */
export const SHEET_WORDS: Readonly<Record<string, string>> = {
  estimated: '预估',
  calculated: '待确认',
  confirmed: '已确认',
  disputed: '有争议',
  billed: '待付款',
  settled: '已付款',
}
