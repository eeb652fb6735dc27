/** Delivered English of sentences that the program puts together: notices, reasons, effects and figures with words around them. */
export const COMPOSED: Readonly<Record<string, string>> = {
  // Days and figures in cells
  '超期 {} 天': '{} days late', '今天到期': 'Due today', '至 {}': 'to {}', '{} 小时 {} 分': '{} h {} min', '{} 分 {} 秒': '{} min {} s', '{} 分': '{} points', '{} ℃·分钟': '{} ℃·min', '{} %RH·分钟': '{} %RH·min',
  '{} 折，最高 {}': '{}/10 of the price, {} at most', '{} 折': '{}/10 of the price', '满 {} 减 {}': '{} and more: {} off', '{} 公里 × {}/公里': '{} km × {}/km', '{} 公里 × {}/公里 + {} 公里 × {}/公里': '{} km × {}/km + {} km × {}/km',
  '{} 等 {} 项': '{} and others, {} in all', '不含{}的{}': 'Without {} (of {})', '不含{}的账单': 'Without bills: {}', 起步价: 'Base fare', 里程费: 'Mileage', 将迟到: 'Late soon', 空闲: 'Idle', '{} 已到达': '{} arrived', '仅 {}': '{} only', '探头 {} 高于 {} ℃': 'Probe {} above {} ℃',
  '探头 {} 低于 {} ℃': 'Probe {} below {} ℃', '围栏「{}」': 'Geofence “{}”', 停机: 'Stopped', 没有定位: 'No position', '没有设置流程，按业务自身的规则办理': 'No process: by its own rules', 年检: 'Inspection',
  // What happened, as records say it
  '{}已于 {} 到期': '{} ended on {}', '维保单 {} 在修': 'In repair, upkeep order {}', '{} 月收入确认': 'Revenue of month {}', '加油 {}': 'Fuel {}', '充电 {}': 'Charging {}', '保单 {} 保费': 'Premium of policy {}', '保单 {} 车船税': 'Vehicle tax of policy {}',
  '到期日由 {} 延至 {}，按原租金增加 {} 元': 'End moved from {} to {}, {} CNY more at the same rent', '账单 {} 应付日由 {} 延至 {}，滞纳金按新应付日计算': 'Bill {}: due day moved from {} to {}, late fee from the new day', '违章 {} 已处理：罚款 {} 元，记 {} 分': 'Offence {} handled: fine {} CNY, {} points',
  '违章押金到期退还（{}）': 'Offence deposit returned ({})', '退车结算退余额（{}）': 'Balance returned at settlement ({})', '退车结算退车辆押金（{}）': 'Vehicle deposit returned at settlement ({})', '出险 {}：责任 {}%，损失 {} 元': 'Accident {}: {}% liable, loss {} CNY',
  '退车结算 {}：按账单统计，逾期账单每张扣 {} 分，最长逾期每天扣 {} 分（至多 {} 分），有欠款扣 {} 分': 'Return settlement {}: {} points off per overdue bill, {} per day of the longest (at most {}), {} when money is owed', '车辆交接单 {}': 'Handover {}', '车辆租赁合同 {}': 'Lease contract {}',
  '数量：加注 {} L，油箱 {} L，上限 {} L': 'Quantity: {} L into a tank of {} L, limit {} L', '{} 拒收 {} 短少 {}：{}': '{}: {} refused, {} short: {}',
  // Acts of business processes
  任务作废: 'Void a mission', 保费应付: 'Premium payable', 公司承担罚款: 'Fine borne by the company', 出险结案: 'Close a claim', 加盟通过: 'Accept a franchise', 合同签订: 'Sign a contract', '应付确认（报销除外）': 'Confirm payables (but expenses)', 押金豁免: 'Waive a deposit', 提车申请: 'Apply for a vehicle',
  撤回对账确认: 'Take back a confirmed statement', 油电账户充值: 'Top up a fuel account', 油电账户调整: 'Adjust a fuel account', 滞纳金减免: 'Waive late fees', 计费规则发布: 'Publish a rate rule', 订单改址: 'Change the address of an order', 运费手工调整: 'Adjust freight by hand', 项目立项: 'Open a project',
  // Words of pages with lists
  下一站: 'Next stop', 各车平均: 'Mean of vehicles', '最近三十天，公里': 'Last thirty days, km', '最近三十天，次': 'Last thirty days, times', 每日报警: 'Alarms by day', 每日评分: 'Score by day', 查某时刻谁在用车: 'Who had a vehicle when', 请选择一个: 'Choose one', '新增顶层{}': 'New top {}', 图表: 'Chart',
  '{} 公里': '{} km', '底图加载中…': 'Loading the map …', '{} 更新，每半分钟刷新': '{} updated, refreshed every half minute', '更新，每半分钟刷新': 'updated, refreshed every half minute', 图上显示前: 'Shown on the map: the first', '个围栏，共': 'geofences of',
  '没有设置流程的业务按它自身的规则办理（直接生效或由另一位同事决定）；同一业务可以按门店使用不同流程': 'Without a process a business follows its own rules (at once, or a colleague decides); stores may use different processes',
  // Notices
  配送提醒: 'Delivery', 拼车单号: 'Load no.', 操作时间: 'Time', 审批任务: 'Approval', 任务名称: 'Task', 发起时间: 'Started', 提醒类型: 'Reminder', 异常车辆: 'Vehicle', 异常日期: 'Day', 车辆收益异常: 'Unusual income of a vehicle',
  '{} 已交车，请在交管 12123 上传租赁合同': '{} was handed over: upload the lease contract at 12123', '租约 {}。上传后，租期内的违章可以转给承租人处理。': 'Lease {}. Once it is uploaded, offences in the lease can be passed to the lessee.',
  '您负责的客户有 {} 张账单逾期，共 {}': 'Your customers have {} overdue bills, {} in all', '{} 个租约出账失败': '{} leases could not be billed', '{} 张退车结算单自动推进失败': '{} settlements could not go on by themselves', '{} 的{}已催收，未收 {}': '{}: {} was dunned, {} open',
  '发票 {} 开票失败': 'Invoice {} failed', '对账单 {} 发出 {} 天未确认': 'Statement {} unconfirmed for {} days', '{} 尚未确认或提出异议，请联系对方核对。': '{} has neither confirmed nor objected, please call.', '借款 {} 已于 {} 到期，未还 {}': 'Loan {} was due on {}, {} open',
  '{} 的借款已过归还日，请催还，或用报销冲抵。': 'The loan of {} is overdue: collect it or set it off.', '应付账单 {} 还有 {} 天到期，未付 {}': 'Payable {} is due in {} days, {} open', '应付账单 {} 今天到期，未付 {}': 'Payable {} is due today, {} open', '应付账单 {} 已于 {} 到期，未付 {}': 'Payable {} was due on {}, {} open',
  '应付 {}，请安排付款。': 'Payable to {}, please pay.', '红字确认单 {} 已等待 {} 小时': 'Red confirmation {} has waited {} h', '{} 尚未确认红字信息，满 72 小时自动失效，请联系对方确认。': '{} has not confirmed the red letter; after 72 h it lapses, please call.', '{} 尚未关账': '{} is not closed yet',
  '已过每月 {} 日，请在「财务账单」打开关账，逐项处理检查中的红色项。': 'Day {} of the month is past: open the closing and mend what is red.', '对账单 {} 有异议': 'Objection to statement {}', '{}：第 {} 行 {}，{}': '{}: line {} {}, {}', '进件 {} 停在「{}」已 {} 天': 'Merchant {} has stood at “{}” for {} days',
  '{}的进件没有进展，请到支付平台核实并催办。': 'No progress for {}: ask the payment platform.', '油电账户「{}」余额 {}，低于 {}': 'Fuel account “{}”: balance {}, below {}', '请及时充值，余额不足时不能再向副卡分配。': 'Top it up: without balance nothing can be allocated.', '违章 {} 请处理': 'Please handle offence {}',
  '违章 {} 请通知承租人（租约 {}）': 'Tell the lessee of offence {} (lease {})', '驾驶人 {} 本记分周期已记 {} 分': 'Driver {} has {} points in this period', '驾驶人 {} 本记分周期已记 {} 分，不得再安排驾驶': 'Driver {} has {} points in this period and may not drive', '车务待办：{}': 'Vehicle affairs: {}',
  '{} {}已逾期': '{} {} is overdue', '{} {}即将到期': '{} {} is due soon', '{}已逾期': '{} is overdue', '{}即将到期': '{} is due soon', '租约 {} 车辆维修停运 {} 天，可申请减租或临时换车': 'Lease {}: in repair for {} days, a reduction or another vehicle may be asked for', '维保单 {}：{} 进厂，{} 完工': 'Upkeep order {}: in on {}, done on {}',
  '电子合同还有 {} 天截止：{}': 'E-contract closes in {} days: {}', '{} 已签 {}/{} 方': '{}: {} of {} have signed', '电子合同签署份数剩余 {} 份，请充值': '{} signatures left, please top up', '印章“{}”没有在用的保管人，待用印的合同停在这里，请更换保管人': 'Seal “{}” has no keeper: contracts wait, name another one',
  '{}的实名认证将于 {} 到期': 'Verification of {} ends on {}', '解约协议 {}': 'Rescission of {}', '{} 轮到{}签署': '{}: {} signs next', '抄送：{}：{}': 'Copy: {}: {}', '「{}」有人报名：{}': '“{}”: {} has applied', '「{}」的订单回调已停用': 'Order callbacks of “{}” were stopped', '新的推单 {}': 'New push {}', '新任务 {}': 'New mission {}',
  '{} 年的放假调休安排还没有录入': 'Holidays of {} are not entered yet', '入侵告警：{}': 'Intrusion alarm: {}',
}
