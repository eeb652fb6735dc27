/** Delivered English of what stands in lists: heads, states, choices, quick tabs, actions, and sentences put together around a figure. */
export const LISTS: Readonly<Record<string, string>> = {
  // Heads
  请求编号: 'Request no.', 长度: 'Length', 在途记录间隔: 'Record interval on the way', 超限记录间隔: 'Record interval beyond the limit', 立即通知角色: 'Roles told at once',
  车内语音提醒司机: 'Spoken to the driver', 第二级通知角色: 'Roles of level 2', 第三级通知角色: 'Roles of level 3', 上次电子签署未完成的原因: 'Why the last e-signing was not finished',
  附加费: 'Surcharge', 往来单位: 'Counterparty', '报案超过 48 小时': 'Reported after 48 h', 方式: 'Means', 吊销原因: 'Reason of revocation', 下单页: 'Order page', 下单手机: 'Orderer’s phone',
  核定日期: 'Decided on', 运单号: 'Waybill no.', 品名: 'Goods', 完成时间: 'Completed at', 最近调用: 'Last call', 当日次数: 'Calls today', 发送至: 'Sent to', 查看次数: 'Views', 最近查看: 'Last viewed',
  地址标记: 'Token of address', 显示价格: 'Shows prices', 页面说明: 'Notice on the page', 禁止断油断电: 'No fuel or power cut-off', 已告知承租人并知晓风险: 'Lessee was told and knows the risk',
  '车辆行驶证、道路运输证有效': 'Vehicle licence and road permit valid', '驾驶员、押运员从业资格有效': 'Driver and escort qualified', '车辆、罐体检验合格且在有效期内': 'Vehicle and tank inspected and in date',
  货物与运单载明的一致: 'Goods as the waybill says', '货物在罐体适装介质范围内，或不使用罐体': 'Goods suit the tank, or no tank is used',
  // Names of records and pages
  审批单: 'Approval case', 充值单: 'Top-up order', 任务单: 'Mission', 抵扣记录: 'Deduction use', 公开下单页: 'Public order page', 沙箱订单: 'Sandbox order', 查询链接: 'Query link', 账单项: 'Bill item', 在线司机: 'Drivers online',
  // Quick tabs
  有逾期: 'Overdue', 待熄火生效: 'Waits for ignition off', 高风险: 'High risk', 亏损: 'At a loss', 草稿与驳回: 'Drafts and rejected', 未通过: 'Not passed', 分配圈存: 'Allocated and loaded', 拒收退回: 'Refused and returned',
  // Actions
  计入: 'Count', 不计入: 'Leave out', 里程校准: 'Calibrate mileage', 终端升级: 'Upgrade device', 添加车辆: 'Add vehicles', 改为限制启动: 'Limit start instead', 已设置: 'Set', 计为已处理: 'Count as handled',
  计为已转移: 'Count as transferred', 计为已撤销: 'Count as cancelled', 计为待处理: 'Count as open', 吊销证书: 'Revoke certificate', 送交确认: 'Send for confirmation', 计算: 'Compute', 测试回调: 'Test callback',
  恢复回调: 'Resume callback', 停用密钥: 'Stop key', 更换地址: 'New address',
  // Choices and states
  '51 温度、58 湿度（补码）': '51 temperature, 58 humidity (two’s complement)', '51 温度（最高位为负号）': '51 temperature (highest bit is the sign)', 限制启动指令: 'Command that limits the start',
  限制启动: 'Limit start', '已设置，下次熄火后生效': 'Set, takes effect when the ignition is off', '已修改，待重新下发': 'Changed, to be sent again', 道路运输证读卡模块故障: 'Road permit card reader fault',
  路段行驶时间不足或过长: 'Too short or too long on a section', 验证码未送达: 'Code not delivered', 到付: 'On arrival', 回单付: 'On return of papers', 运单: 'Waybill', 微信支付: 'WeChat Pay',
  '里程，四字节，0.1 km': 'Mileage, 4 bytes, 0.1 km', '油量，两字节，0.1 L': 'Fuel, 2 bytes, 0.1 L', '行驶记录仪速度，两字节，0.1 km/h': 'Speed of the recorder, 2 bytes, 0.1 km/h', '需要人工确认的报警事件，两字节': 'Alarm to be confirmed by hand, 2 bytes',
  '胎压，三十字节': 'Tyre pressure, 30 bytes', '车厢温度，两字节，℃（2019 版）': 'Temperature of the body, 2 bytes, ℃ (2019)', 超速报警附加信息: 'Details of speeding', '进出区域/路线附加信息': 'Details of area or route',
  路段行驶时间附加信息: 'Details of time on a section', '视频相关报警，四字节': 'Alarms of video, 4 bytes', '视频信号丢失的通道，四字节': 'Channels without video, 4 bytes', '视频信号遮挡的通道，四字节': 'Channels that are covered, 4 bytes',
  '存储器故障状态，两字节': 'Faults of memory, 2 bytes', '异常驾驶行为，三字节': 'Unusual driving, 3 bytes', '扩展车辆信号状态，四字节': 'Extended vehicle signals, 4 bytes', 'IO 状态，两字节': 'IO state, 2 bytes', '模拟量，四字节': 'Analogue values, 4 bytes',
  '无线通信信号强度，一字节': 'Strength of network, 1 byte', '卫星数，一字节': 'Satellites, 1 byte', '多路温度，每路两字节补码，0.1 ℃': 'Temperatures, 2 bytes each, two’s complement, 0.1 ℃',
  '多路温度，每路两字节、最高位为负号，0.1 ℃': 'Temperatures, 2 bytes each, highest bit is the sign, 0.1 ℃', '多路湿度，每路两字节，0.1 %': 'Humidities, 2 bytes each, 0.1 %', '外部电压，两字节，0.01 V': 'Outer voltage, 2 bytes, 0.01 V',
  '电池电量，一字节，%': 'Battery, 1 byte, %', '驾驶辅助报警（苏标 64）': 'Driver assistance alarm (Su 64)', '驾驶员状态报警（苏标 65）': 'Driver state alarm (Su 65)', '胎压监测报警（苏标 66）': 'Tyre pressure alarm (Su 66)',
  '盲区监测报警（苏标 67）': 'Blind spot alarm (Su 67)', 记: 'General', 收: 'Receipt', 付: 'Payment', 转: 'Transfer',
  '1 爆炸品': '1 Explosives', '3 易燃液体': '3 Flammable liquids', '7 放射性物质': '7 Radioactive', '8 腐蚀性物质': '8 Corrosives', '9 杂项危险物质': '9 Miscellaneous', '2.1 易燃气体': '2.1 Flammable gases',
  '2.2 非易燃无毒气体': '2.2 Non-flammable, non-toxic gases', '2.3 毒性气体': '2.3 Toxic gases', '4.1 易燃固体': '4.1 Flammable solids', '4.2 易于自燃的物质': '4.2 Spontaneously combustible', '4.3 遇水放出易燃气体的物质': '4.3 Dangerous when wet',
  '5.1 氧化性物质': '5.1 Oxidisers', '5.2 有机过氧化物': '5.2 Organic peroxides', '6.1 毒性物质': '6.1 Toxic', '6.2 感染性物质': '6.2 Infectious', 'I 类': 'I', 'II 类': 'II', 'III 类': 'III',
  // What a voucher is about: a kind and one of it
  '账单费用：{}': 'Bill fee: {}', '应付费用：{}': 'Payable: {}', '其他收款：{}': 'Other receipt: {}', '其他付款：{}': 'Other payment: {}', '账户：{}': 'Account: {}', 车损费: 'Damage', 超里程费: 'Excess mileage', 缺件赔偿: 'Missing parts',
  '补电/补油费': 'Charging or fuel', 清洁费: 'Cleaning', 违章代缴: 'Fines paid for the lessee', 违章处理服务费: 'Service fee of offences', 维修费: 'Repair', 保险上浮: 'Insurance surcharge', 拖车费: 'Towing', 超期用车费: 'Late return',
  换车差额: 'Difference of swap', 租金退还: 'Rent returned', 减租: 'Rent reduction', 尾款: 'Final payment', 点位费: 'Stop fee', 等待费: 'Waiting', 装卸费: 'Loading', 最低消费补足: 'Up to the minimum', 封顶减免: 'Down to the cap', 代垫费: 'Advances',
  保价费: 'Declared value', 放空费: 'Dead run', 退货费: 'Return of goods', 改址费: 'Change of address', 折扣: 'Discount', 货损扣款: 'Deduction for damage', 车源租金: 'Rent to owners', 渠道佣金: 'Commission of channels', 油电费: 'Fuel and power',
  检测费: 'Inspection', 罚款: 'Fines', 司机运费: 'Freight of drivers', 货损赔付: 'Paid for damage', 代收返款: 'COD returned', 保险赔款: 'Insurance payout', 处置收入: 'Disposal', 返利: 'Rebate', 收回押金: 'Deposit returned', 利息: 'Interest',
  违约罚款: 'Contract penalty', 归还借款: 'Loan repaid', 税款: 'Tax', 手续费: 'Fee', 工资: 'Wages', 支付押金: 'Deposit paid', 微信商户: 'WeChat merchant', 支付宝商户: 'Alipay merchant', 备用金卡: 'Petty cash card',
  // Dictionaries as delivered
  厢式货车: 'Box truck', 高栏货车: 'High-sided truck', 平板货车: 'Flatbed truck', 冷藏车: 'Refrigerated truck', 面包车: 'Minivan', 牵引车: 'Tractor', 轿车: 'Car', 皮卡: 'Pickup', 专项作业车: 'Special vehicle', 国五: 'China 5', 国六: 'China 6',
  新能源: 'New energy', 购车验收: 'Acceptance', 上牌登记: 'Registration', 投保: 'Insure', 车载终端安装: 'Device fitted', 清洁整备: 'Cleaning', 维保项目: 'Upkeep item', 机油: 'Engine oil', 机滤: 'Oil filter', 空滤: 'Air filter', 空调滤: 'Cabin filter',
  制动液: 'Brake fluid', 冷却液: 'Coolant', 制动片: 'Brake pads', 蓄电池: 'Battery', 变速箱油: 'Gearbox oil', 冷机保养: 'Service of cooling unit', 三电检测: 'Check of battery, motor and control', 钣金喷漆: 'Body and paint', 发动机: 'Engine',
  电器: 'Electrics', 维保门店服务: 'Services of repair shops', 钣喷: 'Body and paint', 三电: 'Battery, motor and control', 盐: 'Salt', 粮食: 'Grain', '机械、设备、电器': 'Machines and appliances', 轻工原料及制品: 'Light industry',
  有色金属: 'Non-ferrous metals', 轻工医药产品: 'Pharmaceuticals', 鲜活农产品: 'Fresh farm products', 冷藏冷冻货物: 'Chilled and frozen', 商品汽车: 'New cars', 煤炭及制品: 'Coal', '石油、天然气及制品': 'Oil and gas', 金属矿石: 'Metal ores',
  钢铁: 'Steel', 矿建材料: 'Building materials', 水泥: 'Cement', 木材: 'Timber', 非金属矿石: 'Non-metal ores', 化肥及农药: 'Fertiliser and pesticides',
  // A figure and its unit
  '{} 字节': '{} bytes', '{} 日': 'day {}', '{} 个月': '{} months', '{} 时': '{} h', '{} 人': '{} people',
  // The foot and the columns of a list
  本页合计: 'This page', 全部合计: 'All rows', '不含{}': 'Without {}', '全部合计，不含{}': 'All rows, without {}', '本页合计，不含{}': 'This page, without {}', 计算合计: 'Compute totals',
  查找列: 'Find a column', '查找列（支持拼音）': 'Find a column (pinyin works)', 全部显示: 'Show all', 全部隐藏: 'Hide all', 都已显示: 'All are shown', '都已隐藏，主列始终显示': 'All are hidden; the main column always shows',
  没有匹配的列: 'No such column', '列，按上下键移动，按住 Alt 调整顺序': 'Columns: arrow keys move, with Alt they reorder', 自动: 'Auto', '按内容自动调整；填写后固定为所填的宽度，清空恢复自动': 'As wide as its content; a number fixes it, empty is automatic again',
}
