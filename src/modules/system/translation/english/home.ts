/** Delivered English of the home page: kinds of work, their buttons, and the cards. */
export const HOME: Readonly<Record<string, string>> = {
  按类别查看: 'By kind', 经营概况: 'Figures', '{} 条，查看全部': '{}, show all', '合计 {}': 'Sum {}', 展开更多: 'Show more', '目前没有待办。': 'Nothing to do.',
  '{}，已 {} 天': '{}, {} days ago', '{}，还有 {} 天': '{}, in {} days', '今天 {}': 'Today {}',
  '较上月同期 {}': 'Same days last month {}', '今天要做的事、常用功能与最近访问的页面。': 'What is to be done today, your shortcuts and the pages seen lately.',
  '今天要做的事与租赁经营概况。点击任一数字或图形，打开它所统计的记录。': 'What is to be done today and how leasing is doing. Click any figure or bar to open the records it counts.',
  '今天要做的事与运输经营概况。点击任一数字或图形，打开它所统计的记录。': 'What is to be done today and how carriage is doing. Click any figure or bar to open the records it counts.',
  已在最前: 'Already first', 已在最后: 'Already last',
  '{}：{}': '{}: {}', 去审批: 'Approve', 去修改: 'Change', 去催收: 'Remind', 去收款: 'Collect', 去审核: 'Review', 去付款: 'Pay', 去交车: 'Hand over', 去验车: 'Inspect',
  去结算: 'Settle', 去续租或退车: 'Renew or return', 去续租: 'Renew', 去办理: 'Deal with it', 去核实: 'Check', 去发车: 'Depart', 去分配: 'Assign', 去定价: 'Price',
  去确认: 'Confirm', 去调度: 'Plan', 去补坐标: 'Locate', 去回复: 'Answer', 去匹配: 'Match',
  待付退款: 'Refunds to pay', 今日到期账单: 'Bills due today', '{} 张账单逾期': '{} bills overdue', '{} 张账单今天到期': '{} bills due today',
  换车待办: 'Swaps', 到期未还: 'Past the end, not returned', 租约将到期: 'Leases ending soon', 到期车务: 'Affairs due',
  即将到期车务: 'Affairs due soon', 待处理违章: 'Violations to handle', 待核实加油: 'Fuelling to check',
  待匹配银行流水: 'Bank lines to match', 待确认费用单: 'Charge sheets to confirm', 待定价订单: 'Orders without a price', 待确认订单: 'Orders to confirm',
  待调度订单: 'Orders to plan', 待补坐标订单: 'Orders to locate', 待分配任务: 'Missions to assign', 超时未发车: 'Late departures', 待回复评价: 'Reviews to answer',
  收入与回款: 'Income and receipts', '7 天内到期': 'Due within 7 days', '30 天内到期': 'Due within 30 days',
  '{} 天内到期金额': 'Amount due within {} days', '{}到期金额': 'Amount due {}', 待租车辆闲置天数: 'Days idle', '{}–{} 天': '{}–{} days', '{} 天以上': '{} days or more',
  '{} 天内': 'Within {} days', 已到期: 'Ended', 到期租约: 'Leases ending',

}
