/** What a payable sheet is called towards who is paid by it. */
export const SHEET_WORDS: Readonly<Record<string, string>> = {
  estimated: '预估',
  calculated: '待确认',
  confirmed: '已确认',
  disputed: '有争议',
  billed: '待付款',
  settled: '已付款',
}

export const DEDUCTION_REASONS = {
  damage: '货损',
  breach: '违约',
  oilCard: '油卡',
  advance: '预支',
  fine: '罚款',
  insurance: '保险',
  serviceFee: '平台服务费',
  adjust: '费用调整',
}
