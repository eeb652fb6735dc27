/** English of cards, of what is owed as one figure, and of dunning by customer. Keyed by the Chinese text. */
export const CARDS: Readonly<Record<string, string>> = {
  // Cards
  卡片: 'Card', 照片: 'Photo', 客户: 'Customer', 租至: 'Until', '租至 {}': 'Until {}', 用车: 'Drives', 没有租约: 'No lease', 没有在租车辆: 'No vehicle on lease', '全部 {} 辆': 'All {} vehicles',
  换车: 'Swap', 退车: 'Return', 续租: 'Renew', 发起租赁: 'Start a lease', 导航: 'Navigate', 打电话: 'Call', 位置: 'Position', 待办: 'To do', '共 {} 项': '{} in all', '另有 {} 项': '{} more',
  欠款: 'Owed', 本车欠款: 'Owed for this vehicle', '含滞纳金 {}': 'with late fee {}', '{} 张账单': '{} bills', '逾期 {} 天': '{} days overdue', 没有未付的账单: 'No open bills', '收款（{}）': 'Take money ({})',
  没有进行中的任务: 'No mission under way', 任务车辆: 'Vehicle of the mission', '‹ 返回搜索结果': '‹ Back to the results', '暂时看不到，请稍后再试': 'Cannot be shown now, please try again later', 没有这种卡片: 'There is no such card',
  '租约{}，只有在租的才能办理': 'The lease is {}; only a running one can be acted upon', 致电联系: 'To call', 催收逾期账款: 'Dunning of overdue bills',
  // Owed
  '欠款（含滞纳金）': 'Owed with late fee', 一次付清: 'Pay all at once', '今天付清要付': 'To settle today', '未收本金（{} 张）': 'Principal open ({} bills)', '滞纳金（计至今天）': 'Late fee as of today',
  '已填一次付清的金额（含滞纳金），可以改少或改多；多出的转入预存余额': 'The amount that settles all, late fees included; may be less or more, the surplus goes to the balance', '全部 {} 张': 'All {} bills',
  '所选账单已收齐，或不在您的数据权限内': 'Nothing is open on the bills chosen, or they are not yours to see', 请至少勾选一张账单: 'Tick at least one bill', '有账单已付清、已被删除，或不在您的数据权限内，请返回重新选择': 'A bill is settled, gone or not yours to see; go back and choose again',
  '一次付清全部 {}': 'Pay all {} at once', '（含滞纳金 {}）': ' (with late fee {})', '欠款 {}': 'Owed {}', '请选择承租人、车辆、租约、合同或账单': 'Choose a lessee, vehicle, lease, contract or bill',
  // What one decides by
  客户现欠: 'Customer owes', 滞纳金未收: 'Late fee open', '尾号 {}': 'ending {}', 车牌: 'Plate', 起止: 'From and to', 收款账号: 'Account', 用途: 'Purpose',
  // Dunning
  催收: 'Dunning', 待催: 'To call', 已承诺: 'Promised', '待催 {}': 'To call {}', '已承诺 {}': 'Promised {}', '全部 {}': 'All {}', '客户名称，支持拼音首字母': 'Customer, pinyin initials too', 客户名称: 'Customer', 逾期客户: 'Overdue customers',
  '没有要催的客户：逾期的都已承诺付款，或没有逾期': 'Nobody to call: all overdue customers have promised, or none is overdue', 没有等着付款的承诺: 'No promise is waited for', 没有逾期的客户: 'No customer is overdue',
  '{} 张逾期': '{} overdue', '最早应付日 {}': 'Earliest due {}', 还没有联系过: 'Not contacted yet', 记一次催收: 'Note a talk', '记一次催收：{}': 'Note a talk: {}', '承诺 {}': 'Promised {}', '承诺 {} 付 {}': 'Promised {}: {}',
  '承诺 {} 付 {}，已过 {} 天': 'Promised {}: {}, {} days ago', '承诺 {} 付 {}，就是今天': 'Promised {}: {}, today', '，已到账 {}': ', {} came in', '没有记上，请重试': 'Could not be noted, please try again',
  承诺付款日: 'Promised for', 承诺金额: 'Promised amount', '到这一天仍未付清，客户回到「待催」': 'If not settled by that day, the customer is to be called again', '不填则为未收金额与滞纳金的合计': 'Left empty: all that is open with late fee',
  空着表示全部逾期账单: 'Empty: all overdue bills', 登记催收: 'Note dunning', 记录催收: 'Note dunning', '承诺付款日不能早于今天': 'The promised day cannot be in the past', 请填写承诺付款日: 'Enter the promised day', '该承租人没有您可以查看的逾期账单，请刷新催收列表': 'No overdue bill of this lessee that you may see; refresh',
  '按客户列出逾期的钱：合计含计至今天的滞纳金，最早的应付日、上次联系与承诺。记录承诺后客户离开「待催」，到承诺日仍未付清又回到这里，排在最前。':
    'Overdue money by customer: the total with late fee as of today, the earliest due day, the last talk and the promise. With a promise the customer leaves the list until that day; not settled by then, he is back on top.',
  // What is under way, and vehicles on the road
  续租中: 'Renewal under way', 延期中: 'Extension under way', 减租中: 'Reduction under way', 退车中: 'Return under way', 司机电话: 'Driver’s phone', 默认司机: 'usual driver', 今日里程: 'Driven today', 油量: 'Fuel',
  插卡司机: 'Card in recorder', '{} 条未处理': '{} open', '严重 {} 条': '{} severe', '{} 起': 'since {}', 提车人签名: 'Signature of the taker', 退车人签名: 'Signature of who returns it', 换车人签名: 'Signature of who swaps it',
  '没有绑定终端，指令无法下发': 'No terminal is bound, so no command can be sent',
  '读取车辆状态失败，请重新选择车辆': 'The vehicle could not be read: choose it again',
  '先选择车辆，再选择要做的操作。没有绑定过终端的车辆不在其中。': 'Choose the vehicle, then what is to be done. Vehicles that never had a terminal are not among them.',
  '您没有「行车监控」的权限，请联系管理员开通': 'You may not open the live map; ask an administrator for the right',
  '承租方的换车人当面用手指签名，印在换车交接单上；不签则打印后手签': 'Who swaps it for the lessee signs with a finger on the spot, printed on the swap sheet; without it the printed sheet is signed by hand',
  '提车人当面用手指签名，印在交接单上；不签则打印后手签': 'Signed with a finger on the spot and printed on the protocol; without it the printed protocol is signed by hand',
  '退车人当面用手指签名，印在验收单上；不签则打印后手签': 'Signed with a finger on the spot and printed on the report; without it the printed report is signed by hand',
}
