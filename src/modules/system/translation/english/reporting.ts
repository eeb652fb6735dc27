/** English of uploads to the authorities, dangerous goods, checks before a trip, tenders and credit of freight. */
export const REPORTING: Readonly<Record<string, string>> = {
  网络货运上报: 'Freight platform uploads', 上报记录: 'Uploads', 上报记录详情: 'Details of an upload', 上报号: 'Upload no.', 待上报: 'Ready', 待补正: 'Held', 已上报: 'Sent', 已受理: 'Accepted', 被退回: 'Rejected',
  资金流水: 'Payments', 业务日期: 'Business day', 问题数: 'Faults', 上报内容: 'Document', 上报时间: 'Sent at', 上报人: 'Sent by', 文件摘要: 'Sum of the file', 退回原因: 'Why rejected', 上报依据: 'Upload key',
  生成上报: 'Make uploads', 导出上报文件: 'Export file', 生成并检查: 'Make and check', 导出并登记为已上报: 'Export and mark as sent', 签收与完成日期: 'Days of signing and finishing', 重新检查: 'Check again', 登记受理: 'Accepted', 登记退回: 'Rejected', 上报: 'Send',
  电子运单: 'Electronic waybill', 冷链交接单: 'Cold chain handover', 危险货物运单: 'Dangerous goods waybill', 联合国编号: 'UN number', 包装类别: 'Packing group', 罐式车辆: 'Tank vehicle', 罐体检验证号: 'Tank certificate', 驾驶员从业资格证号: 'Driver certificate', 押运员: 'Escort',
  押运员从业资格证号: 'Escort certificate', 应急电话: 'Emergency phone', 装货前五必查: 'Five checks before loading', 完成运单: 'Complete', 完成人: 'Completed by', 待完成: 'To complete', 该任务已有危险货物运单: 'The mission has such a waybill already',
  行驶证发证机关: 'Licence issued by', 行驶证发证日期: 'Licence issued on', 驾驶证发证机关: 'Driving licence issued by', 驾驶证有效期起: 'Driving licence from',
  出车检查: 'Check before the trip', 出车检查详情: 'Details of a check', 出车检查项: 'Checks before the trip', 检查项: 'Item', 必须合格: 'Must be right', 检查时间: 'Checked at', '有缺陷，可出车': 'Defects, may leave', 不合格: 'Failed', 有缺陷: 'Defects', 未做出车检查: 'No check before the trip',
  承运商接单: 'Carrier takes it', 定标: 'Award', 中标报价: 'Winning bid', 未选最低价的理由: 'Why not the lowest', 最高限价: 'Ceiling', 议定运价: 'Agreed price', 负毛利费用: 'Costs above income', 超额提交: 'Submit above credit', 超信用额度下单: 'Order above credit', 司机预支: 'Driver advance',
  不含税租赁收入: 'Rent without tax',
  '高于限价的报价不登记；不填则不限': 'Bids above it are not taken; empty: no limit',
  '竞价中标的价格，应付按此计算': 'The price that won the tender; the payable follows it',
  '运单、资金流水、车辆与驾驶员四种上报。先生成并检查：有问题的列出每一处并留在「待补正」，补齐资料后重新检查；没有问题的导出为文件，再登记受理或退回。':
    'Waybills, payments, vehicles and drivers for the authorities. Make and check first: what has faults names each and is held; complete the data and check again. The others are exported as a file, and accepted or rejected.',
  '一车一趟一单。装货前五项都查验合格才能完成；没有完成的运单，任务不能装货。': 'One waybill for one vehicle and trip. It is complete when all five checks are; without it the mission is not loaded.',
  '应付多于所运订单应收的任务，确认之前列在这里。需要「查看运费毛利」与「查看应付运费」两个功能。':
    'Missions that cost more than their orders bring in, until they are confirmed. Takes the functions for margin and payables.',
}
