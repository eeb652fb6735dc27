/** Delivered English of transport: orders, missions, carriers, prices, settlement. */
export const TRANSPORT: Readonly<Record<string, string>> = {
  合计有变化: 'Another total', 按新的合计确认: 'Confirm the new total', 合同签署完成: 'Contract signed', 已签合同: 'Signed contracts',
  待核说明: 'What is missing', 预付: 'Advance', 合并到计价日: 'With all up to', 随同出账: 'Billed with others', 退回待出账: 'Back to be billed', 恢复未结算: 'Not settled any more',
  退回抵扣: 'Deduction given back', 付款阶段: 'Stage', 付款载体: 'Means', 司机运费: 'Driver pay', 货损赔付: 'Claim paid', 代收返款: 'COD remitted',
  代收上缴: 'COD handed in', 上缴金额: 'Handed in', 点位费: 'Stops', 等待费: 'Waiting', 装卸费: 'Handling', 最低消费补足: 'Minimum', 封顶减免: 'Cap', 代垫费: 'Paid on behalf', 保价费: 'Insurance',
  放空费: 'Empty run', 退货费: 'Return', 货损扣款: 'Claim', 代收手续费: 'COD fee', 万分比: 'per 10,000',
  '填写后，同一往来方到这一天为止已确认的费用单合并成一张；不填只出这一张': 'All confirmed sheets of the same party up to that day become one; left empty, only this one',
  '按实际的里程、签收与等待重新计算？': 'Compute again from distance, signatures and waiting?', '按付款计划的预付比例生成应付账单？': 'Draw the advance of the payment plan?',
  '费用都已出账，确认结算？': 'All costs are billed; settle?', '扣除手续费后生成给客户的应付账单？': 'Draw a payable to the customer, less the fee?',
  不填为全部未上缴金额: 'Left empty: all that is still held', '返款时从代收货款中扣除的手续费，100 为 1%': 'Taken off COD when it is remitted; 100 is 1 %',
  加配送单: 'Add consignments',
  减配送单: 'Take consignment off',
  登记到离: 'Record arrival',
  全部装齐: 'All loaded',
  签收登记: 'Record signature',
  司机签收: 'Signed on phone',
  拒收与短少: 'Refused and short',
  破损: 'Damaged',
  未收代收款原因: 'Why COD was not taken',
  卸完: 'Unloaded',
  更正的记录: 'Corrects',
  应有照片: 'Expected pictures',
  下一批: 'Next batch',
  扫描装车: 'Scanned',
  上报异常: 'Report exception',
  照片摘要: 'Picture hashes',
  手机定位: 'Phone position',
  '见「站点」页签': 'See the tab of stops',
  打印送货单: 'Print delivery note',
  负毛利: 'Negative margin',
  负毛利费用确认: 'Confirm with negative margin',
  '任务的应付多于它所运订单按重量分到的应收；应收还没有价格的不算':
    'The mission costs more than its share by weight of what its orders bring in; orders without a price do not count',
  '未逐票扫描时选择；没装上的请填短装原因，留给下一趟': 'When not scanned one by one; say why anything stayed behind, it waits for the next trip',
  发生于: 'About', 扣款对象: 'Taken from',
  运输订单: 'Transport orders', 租车客户: 'Rents vehicles', 托运客户: 'Ships goods', 运费结算: 'Freight settlement', 单结: 'Per order', 周结: 'Weekly', 月结: 'Monthly',
  运费账期: 'Freight term', 可代收货款: 'COD allowed', 运营方式: 'Operated for', 租赁与运输: 'Lease and transport', 货厢长: 'Box length', 货厢宽: 'Box width', 货厢高: 'Box height',
  外廓长: 'Length', 外廓宽: 'Width', 外廓高: 'Height', 托盘位: 'Pallet places', 温区: 'Temperature zones', 有尾板: 'Has tail lift', 作业能力: 'Skills', 通行证: 'Passes', 挂车: 'Trailer',
  每日固定成本: 'Fixed cost a day', 每公里成本: 'Cost per km', 每小时成本: 'Cost per hour', 调度执行: 'Dispatch', 运力管理: 'Carriers and drivers', 项目订单: 'Project orders',
  查看应收运费: 'See freight receivable', 查看应付运费: 'See freight payable', 查看运费毛利: 'See freight margin', 订单: 'Order', 订单模式: 'Order models', 周期订单: 'Recurring orders', 节假日: 'Holidays', 货源: 'Cargo source', 货源列表: 'Cargo sources', 报价: 'Quote',
  生成记录: 'Generation record', 第三方下单: 'Ordering by API', 接口客户: 'API client', 调用: 'Call', 回调: 'Webhook', 线路单: 'Line missions', 到离记录: 'Arrivals and departures',
  运力占用: 'Capacity held', 配送单: 'Consignments', 送货单: 'Delivery notes', 签收凭证: 'Proofs of delivery', 运输异常: 'Exceptions', 货损理赔: 'Cargo claims', 理赔: 'Claim',
  订单推送: 'Order push', 推单: 'Push', 推送对象: 'Recipients of push', 会员司机: 'Registered drivers', 司机招募: 'Driver recruitment', 司机报名: 'Driver application',
  招募发布: 'Recruitment posts', 招募: 'Recruitment', 收货方: 'Consignees', 发货方: 'Consignors', 道路线路: 'Road routes', 货运线路: 'Goods routes', 线路司机: 'Line drivers',
  高德策略: 'AMap strategies', 驾驶策略: 'Driving strategy', 计费规则: 'Billing rules', 试算: 'Try-out', 规则版本: 'Rule version', 油价登记: 'Fuel prices', 油价: 'Fuel price',
  报价记录: 'Quotes', 费用单: 'Charge sheets', 应收费用单: 'Receivable sheets', 应付费用单: 'Payable sheets', 扣款管理: 'Deductions', 扣款: 'Deduction', 代收货款: 'COD', 代收流水: 'COD ledger',
  收发货方: 'Sender or receiver', 作业: 'Service', 收货: 'Receives', 发货: 'Sends', 客户: 'Customer', 地址文字: 'Address text', 待补坐标: 'No position', 到达半径: 'Arrival radius',
  基础作业: 'Base service', 每吨作业: 'Service per ton', 收发货时段: 'Opening hours', 需预约: 'By appointment', 限长: 'Max. length', 限高: 'Max. height', 限总重: 'Max. gross weight',
  需尾板: 'Tail lift needed', 作业要求: 'Skills needed', 合并到: 'Merged into', 资质: 'Qualification', 个体: 'Self-employed', 个人车主: 'Owner-driver', 审核驳回: 'Rejected',
  资质过期: 'Papers expired', 银行账户: 'Bank account', 纳税人: 'Taxpayer', 一般纳税人: 'General taxpayer', 小规模纳税人: 'Small taxpayer', 税率: 'Tax rate', 结算方式: 'Settlement',
  证照: 'Papers', 提交人: 'Submitted by', 道路运输经营许可证: 'Road transport permit', 许可证有效期至: 'Permit valid until', 承运险有效期至: 'Carrier insurance until', 经营范围: 'Scope',
  付款计划: 'Pay plan', 服务区域: 'Service areas', 对应客户: 'Its customer record', 平台服务费: 'Platform fee', 评分构成: 'Parts of score', 服务类型: 'Service', 装卸: 'Handling',
  仓储: 'Storage', 救援: 'Rescue', 押运: 'Escort', 代收: 'Collection', 信息服务: 'Information', 经营许可证: 'Permit', 服务价目: 'Price list', 登录账号: 'Account', 证件: 'Papers',
  线路分配: 'Line assignments', 认证状态: 'Verification', 未认证: 'Unverified', 审核中: 'In review', 已认证: 'Verified', 证件过期: 'Papers expired', 账号状态: 'Account state',
  平台注册: 'Registered', 默认车辆: 'Usual vehicle', 从业资格证号: 'Qualification no.', 从业资格证有效期至: 'Qualification until', 健康证有效期至: 'Health certificate until', 计薪规则: 'Pay rule',
  工作状态: 'Work state', 在线空闲: 'Idle', 待接单: 'Offered', 任务中: 'Busy', 休息: 'Resting', 最近在线: 'Last online', 最近位置: 'Last position', '24 小时驾驶': 'Driving in 24 h',
  连续驾驶: 'Driving since rest', 扣分: 'Points', 标签: 'Tags', 报名: 'Applications', 招募中: 'Open', 车型要求: 'Vehicle class', 招募人数: 'Headcount', 薪酬说明: 'Pay', 截止日期: 'Until',
  招募说明: 'Description', 待联系: 'To contact', 已联系: 'Contacted', 已约面: 'Met', 已放弃: 'Withdrawn', 自带车辆: 'Own vehicle', 推荐人: 'Promoter', 意向: 'Intent', 跟进记录: 'Follow-up',
  线路: 'Line', 走向: 'Course', 起点: 'Start', 终点: 'End', 途经点: 'Via', 过路费: 'Toll', 价格: 'Price', 发车时刻: 'Departure times', 应收规则: 'Receivable rules', 应付规则: 'Payable rules',
  运力: 'Capacity', 在岗: 'On duty', 主备: 'Main or spare', 主司机: 'Main driver', 备司机: 'Spare driver', 顺位: 'Rank', 驾车策略: 'Car strategy', 高德推荐: 'Recommended',
  躲避拥堵: 'Avoid jams', 高速优先: 'Prefer motorways', 不走高速: 'No motorways', 少收费: 'Less toll', 大路优先: 'Prefer main roads', 速度最快: 'Fastest',
  '躲避拥堵+高速优先': 'Avoid jams, prefer motorways', '躲避拥堵+不走高速': 'Avoid jams, no motorways', '躲避拥堵+少收费': 'Avoid jams, less toll', '少收费+不走高速': 'Less toll, no motorways',
  '躲避拥堵+大路优先': 'Avoid jams, main roads', '躲避拥堵+速度最快': 'Avoid jams, fastest', '躲避拥堵+少收费+不走高速': 'Avoid jams, less toll, no motorways', 货车策略: 'Truck strategy',
  避免收费: 'Avoid tolls', 路径来源: 'Route from', 估算: 'Estimate', 路网: 'Road graph', 高德: 'AMap', 性质: 'Kind', 休: 'Off', 班: 'Working', 法定: 'Statutory', 年份: 'Year',
  省份: 'Province', 每升价格: 'Price per litre', 人员与运力: 'People and capacity', 模式与价格: 'Models and prices', 服务标准: 'Service level', 项目编码: 'Project code',
  项目名称: 'Project name', 关联合同: 'Contract', 合同文件: 'Contract files', 项目经理: 'Project manager', 调度员: 'Dispatchers', 运力配额: 'Fleet quota', 准时率要求: 'On-time target',
  可早到: 'Early allowed', 可晚到: 'Late allowed', 回单期限: 'Receipt due in', 抛重系数: 'Volume factor', 保价费率: 'Insurance rate', 模式: 'Model', 字段与步骤: 'Fields and steps',
  计价: 'Pricing', 调度: 'Dispatch', 基础类型: 'Base', 整车: 'Full load', 拼车: 'Shared load', 城配: 'City delivery', 包车: 'Charter', 订单字段: 'Order fields', 作业步骤: 'Steps',
  签收方式: 'Sign types', 截单时间: 'Cut-off', 提前生成: 'Generated ahead', 接单时限: 'Accept within', 免接单: 'Auto-accept', 接口订单先确认: 'Confirm API orders', 回单: 'Receipt', 纸质: 'Paper',
  签收复核: 'Proof review', 不复核: 'No review', 应收计价日: 'Receivable pricing day', 下单日: 'Order day', 装货日: 'Loading day', 签收日: 'Signing day', 应付计价日: 'Payable pricing day',
  时间窗可超: 'Soft windows', 迟到每分钟: 'Per late minute', 后装先卸: 'Last in first out', 司机卸货: 'Driver unloads', 周期: 'Cycle', 派车: 'Assign', 规则号: 'Rule no.', 货物明细: 'Goods',
  每日: 'Daily', 每周: 'Weekly', 每月: 'Monthly', 间隔天数: 'Every n days', 工作日: 'Workdays', 每月几日: 'Days of month', 间隔: 'Interval', 提货时刻: 'Pickup times',
  提货时长: 'Pickup window', 送达时限: 'Deliver within', 最多次数: 'At most', 遇节假日: 'On holidays', 跳过: 'Skip', 提前: 'Bring forward', 顺延: 'Postpone', 照常: 'As usual',
  顺延重叠: 'When shifted together', 合并: 'Merge', 各自: 'Separate', 例外日期: 'Exceptions', 自动派车: 'Auto dispatch', 不派: 'None', 连续失败: 'Failures in a row', 已生成到: 'Generated to',
  周期生成记录: 'Generated dates', 生成: 'Generation', 原定日期: 'Original date', 服务日期: 'Service date', 待生成: 'Planned', 已生成: 'Created', 已跳过: 'Skipped', 已合并: 'Merged',
  生成失败: 'Failed', 货物: 'Goods', 货源号: 'Source no.', 发布中: 'Published', 已接: 'Taken', 已转单: 'Ordered', 提货从: 'Pick up from', 提货到: 'Pick up until', 送达前: 'Deliver by',
  定价方式: 'Pricing', 一口价: 'Fixed price', 竞价: 'Bidding', 按规则: 'By rule', 报价截止: 'Bids until', 指定承运商: 'Chosen carriers', 中标承运商: 'Winning carrier', 成交价: 'Agreed price',
  货源报价: 'Bid', 可提货时间: 'Can pick up at', 待开标: 'Open', 中标: 'Award', 未中标: 'Lost', 已更新: 'Replaced', 客户与项目: 'Customer and project', 收发货: 'Pickup and delivery',
  计费: 'Charging', 汇总: 'Totals', 待调度: 'To plan', 已调度: 'Planned', 运输中: 'On the way', 已签收: 'Signed', 部分签收: 'Partly signed', 已回单: 'Receipts in', 人工: 'By hand',
  公开下单: 'Public order', 外部单号: 'External no.', 发货方快照: 'Sender as ordered', 收货方快照: 'Receiver as ordered', 送货从: 'Deliver from', 送货到: 'Deliver until', 货好时间: 'Ready at',
  总件数: 'Pieces', 总重量: 'Weight', 总体积: 'Volume', 计费重量: 'Chargeable weight', 声明价值: 'Declared value', 计费里程: 'Chargeable distance', 里程来源: 'Distance from',
  优先级: 'Priority', 保价: 'Insured', 需回单: 'Receipt needed', 双驾: 'Two drivers', 附加计费: 'Extra quantities', 待定价: 'Unpriced', 地址已定位: 'Located', 有异常: 'Trouble',
  签收时间: 'Signed at', 配送单号: 'Consignment no.', 待配载: 'To load', 已配载: 'Assigned', 待提货: 'To pick up', 中转在库: 'At hub', 已到达: 'Arrived', 拒收: 'Refused', 二次配送: 'Redelivery',
  退回中: 'Returning', 已退回: 'Returned', 已灭失: 'Lost', 分段分单号: 'Segment no.', 件数: 'Pieces', 重量: 'Weight', 体积: 'Volume', 实装件数: 'Loaded pieces', 签收件数: 'Signed pieces',
  拒收件数: 'Refused pieces', 短少件数: 'Short pieces', 段次: 'Leg', 站序: 'Stop no.', 配送次数: 'Attempts', 退回自: 'Return of', 回单状态: 'Receipt state', 无需: 'Not needed', 待回: 'Due',
  已寄: 'Sent', 丢失: 'Missing', 回单号: 'Receipt no.', 回单时间: 'Receipt at', 提货时间: 'Picked up at', 到达时间: 'Arrived at', 更正: 'Amendment', 送货单号: 'Note no.', 待送: 'Waiting',
  配送中: 'Delivering', 签收人: 'Signed by', 装载与里程: 'Load and distance', 任务号: 'Mission no.', 待分配: 'To assign', 待装货: 'To load', 待发车: 'To depart', 异常挂起: 'Suspended',
  待签收: 'To sign', 副驾: 'Co-driver', 上一段任务: 'Relay of', 计划开始: 'Planned start', 计划结束: 'Planned end', 计划发车: 'Planned departure', 实际发车: 'Departed', 实际完成: 'Finished',
  计划里程: 'Planned km', 实际里程: 'Actual km', 最大载重: 'Peak load', 站点数: 'Stops', 路线: 'Route', 铅封号: 'Seal no.', 费用分摊: 'Cost split by', 吨公里: 'Ton-km', 均摊: 'Equally',
  调度计划: 'Plan', 计划路线: 'Plan route', 无装货步骤: 'No loading step', 派给: 'Offered to', 接单截止: 'Accept by', 预计到达: 'ETA', 拒单原因: 'Reason of refusal',
  挂起原因: 'Reason of suspension', 任务站点: 'Stop', 计划: 'Plan', 实际: 'Actual', 装: 'Load', 卸: 'Unload', 中转: 'Hub', 充电: 'Charge', 回场: 'Return to depot', 未到: 'Pending',
  在途: 'En route', 作业中: 'Working', 未送达: 'Failed', 计划到达: 'Planned arrival', 计划离开: 'Planned leaving', 时段从: 'Window from', 时段到: 'Window until', 到达来源: 'Arrival from',
  开始作业: 'Work begun', 结束作业: 'Work ended', 离开时间: 'Left at', 离开来源: 'Leaving from', 等待: 'Waiting', 段里程: 'Leg distance', 客户端编号: 'Client id', 内容摘要: 'Digest of content',
  到达: 'Arrive', 发车: 'Depart', 精度: 'Accuracy', 占用: 'Hold', 运力编号: 'Capacity id', 占用从: 'Held from', 占用到: 'Held until', 占用中: 'Held', 异常号: 'Exception no.', 异常类型: 'Kind',
  延误: 'Delay', 货损: 'Damage', 货差少: 'Shortage', 货差多: 'Surplus', 改址: 'Change address', 温度超限: 'Temperature', 联系不上: 'Unreachable', 等待超时: 'Waiting too long',
  证照超限: 'Papers', 计费依据变更: 'Basis changed', 级别: 'Level', 较重: 'Middle', 责任方: 'Responsible', 待定: 'Open', 无费用: 'No cost', 重开次数: 'Reopened', 追偿: 'Recovery',
  理赔号: 'Claim no.', 已核定: 'Agreed', 损失明细: 'Loss', 赔付金额: 'Paid to customer', 追偿对象: 'Recover from', 不追偿: 'Nobody', 已追偿: 'Recovered', 赔付方式: 'Paid by',
  抵扣运费: 'Credit on freight', 核定人: 'Agreed by', 推单号: 'Push no.', 待推送: 'Draft', 推送中: 'Pushing', 已被接: 'Taken', 无人接单: 'Nobody', 广播抢单: 'Broadcast', 定向: 'Directed',
  顺序: 'Sequential', 指定司机: 'Chosen drivers', 范围: 'Range', 最低评分: 'Lowest score', 每批: 'Batch', 每批时限: 'Batch time', 奖励: 'Reward', 当前批次: 'Current batch',
  下一批时间: 'Next batch at', 接单司机: 'Winning driver', 接单承运商: 'Winning carrier', 推送: 'Push', 批次: 'Batch', 已推: 'Sent', 已读: 'Read', 已拒: 'Refused', 抢单成功: 'Won',
  抢单失败: 'Lost', 失效: 'Expired', 距离: 'Distance', 推送时间: 'Pushed at', 签收: 'Signing', 无需复核: 'No review', 本人: 'In person', 电子章: 'E-seal', 验证码: 'Code', 无接触: 'Contactless',
  关系: 'Relation', 代收金额: 'COD taken', 距收货方: 'From the receiver', 签收温度: 'Temperature', 离线签收: 'Signed offline', 异常原因: 'Why odd', 存证摘要: 'Evidence digest', 当前: 'Current',
  里程计费: 'By distance', 货量计费: 'By quantity', 趟次时长: 'By trip and time', 货物类别: 'Goods class', 起运地代码: 'From area', 到达地代码: 'To area', 当前版本生效: 'Current since',
  安排任务单: 'Make a task', '一次最多选 {} 张配送单': 'At most {} consignments at once', '驾驶证已于 {} 到期，换证后再录用': 'The licence ended on {}; hire once it is renewed', 已失效: 'Ended', 计费内容: 'Components', 倒挂提醒: 'Inversions', 样例: 'Samples', 报价号: 'Quote no.', 计价日: 'Pricing day', 引擎版本: 'Engine', 计价输入: 'Inputs',
  未采用规则: 'Rules not chosen', 其中税额: 'Tax in it', 当前报价: 'Current', 费用单号: 'Sheet no.', 运费: 'Freight', 退货: 'Return', 放空: 'Empty run', 调整: 'Adjustment', 预估: 'Estimated',
  有争议: 'Disputed', 更正费用单: 'Corrects', 有待核项: 'To be checked', 调整人: 'Adjusted by', 确认人: 'Confirmed by', 争议原因: 'Reason of dispute', 入账依据: 'Booking key',
  扣款号: 'Deduction no.', 待抵扣: 'Open', 已免除: 'Waived', 违约: 'Breach', 油卡: 'Oil card', 预支: 'Advance', 罚款: 'Fine', 未抵扣: 'Not yet taken', 申诉中: 'Under appeal',
  申诉原因: 'Reason of appeal', 代收货款流水: 'COD ledger', 上缴: 'Handed in', 返款: 'Remitted', 手续费: 'Fee', 扫码: 'QR code', 转账: 'Transfer', 调用记录: 'Calls',
  回调记录: 'Webhook deliveries', 已吊销: 'Revoked', 权限: 'Scopes', 允许地址: 'Allowed addresses', 沙箱: 'Sandbox', 回调地址: 'Webhook address', 回调事件: 'Webhook events',
  接口字段: 'Field of the interface', 字段对照: 'Field map', 回调停用时间: 'Webhook off since', 接口密钥: 'API key', 密钥: 'Key', 密钥编号: 'Key id', 密文: 'Ciphertext', 失效时间: 'Ends at', 锁定至: 'Locked until',
  接口调用: 'API call', 结果码: 'Code', 耗时: 'Took', 来源地址: 'From address', 事件编号: 'Event id', 待发送: 'Waiting', 已送达: 'Delivered', 已停止: 'Stopped', 下次发送: 'Next attempt',
  应答码: 'Answer code', 校正坐标: 'Correct position', 提交审核: 'Submit', 暂停合作: 'Pause', 暂停原因: 'Reason', 资质续期: 'Renew papers', 终止原因: 'Reason', 开通账号: 'Open account',
  提交认证: 'Submit', 认证通过: 'Verify', 停用账号: 'Suspend account', 启用账号: 'Enable account', 绑定账号: 'Bind account', 送审: 'To review', 录用: 'Hire', 放弃: 'Withdraw',
  新建版本: 'New version', 更换司机: 'Replace driver', 新司机: 'New driver', 起始日期: 'From', 登记报价: 'Enter bid', 转运输订单: 'Make order', 确认接单: 'Accept order', 退单: 'Decline',
  新收货方: 'New receiver', 新计费里程: 'New distance', 改址费: 'Change fee', 客户同意依据: 'Customer consent', 拆单: 'Split', 各单重量: 'Weights', 重新计价: 'Reprice', 手工调整: 'Adjust by hand',
  状态更新: 'Follow', 配载: 'Assign', 撤回配载: 'Unassign', 提货: 'Pick up', 入库: 'Into hub', 灭失: 'Lost', 回单登记: 'Enter receipt', 开始配送: 'Start delivery', 接单: 'Accept',
  拒单: 'Refuse', 接单超时: 'Not accepted in time', 装货完成: 'Loaded', 短装原因: 'Why short', 挂起: 'Suspend', 换车换人: 'Transfer', 新车辆: 'New vehicle', 开始处理: 'Handle', 重开: 'Reopen',
  核定: 'Agree', 结清: 'Settle', 开始推送: 'Start push', 退回补拍: 'Ask for more', 首次发布: 'First publication', 作废草稿: 'Discard draft', 重新计算: 'Recalculate',
  确认应收: 'Confirm receivable', 提出争议: 'Dispute', 争议解决: 'Resolve', 费用调整: 'Adjust', 免除: 'Waive', 登记申诉: 'Enter appeal', 申诉结束: 'End appeal', 吊销: 'Revoke',
  '确认提交审核？': 'Submit for review?', '确认提交认证？': 'Submit for verification?', '确认启用账号？': 'Enable the account?', '标记为已联系？': 'Mark as contacted?',
  报名来源: 'Applied through', 员工登记: 'Staff', 报名页: 'Public page', 报名页标记: 'Page token', 同意使用资料: 'Agreed to use of data', 更换报名网址: 'Renew address',
  录用日期: 'Hired on', 同时开通登录账号: 'Open a login account', '报名人带着推广链接来时自动填入；录用计入该推广码': 'Filled in when the applicant came by a promotion link; hiring counts for its code',
  '司机用它打开手机页；用户名为手机号': 'Opens the driver’s page; the user name is the telephone number', '已录用。开通了账号的，请在「用户」中重置密码，把初始密码交给本人': 'Hired. Where an account was opened, reset its password under Users and give it to the person',
  报名网址: 'Application address', '工作内容、地点和条件；报名页会显示': 'Work, place and conditions; shown on the public page', '本人在报名页同意的时间': 'When the person agreed on the public page',
  '标记为已约面？': 'Mark as met?', '报名人放弃？': 'Withdrawn by the applicant?', '确认停用？': 'Disable?', '确认提交审批？': 'Submit for approval?', '确认通过？': 'Approve?',
  '确认恢复？': 'Resume?', '确认暂停？': 'Pause?', '确认下架？': 'Withdraw?', '确认接受该订单？': 'Accept this order?', '货物已退回发货方？': 'Goods back at the sender?', '确认接单？': 'Accept?',
  '确认发车？': 'Depart?', '确认恢复运输？': 'Resume?', '由您处理？': 'Will you handle it?', '确认赔付金额？': 'Agree to the amount?',
  '赔付与追偿已办结？': 'Payment and recovery done?', '确认开始推送？': 'Start the push?', '确认撤回推单？': 'Withdraw the push?', '确认签收凭证有效？': 'Is the proof valid?',
  '确认作废该草稿？': 'Discard this draft?',
  '客户的运输订单。草稿 → 提交（保存报价、生成配送单）→ 待调度 → 派车、运输、签收、回单后自动推进。地址没有坐标的订单可以接，但不能调度。':
    'Transport orders of customers. Draft → submit (keeps the quote, makes consignments) → to plan; assigning, carrying, signing and receipts move it on. An order whose address has no position is taken but cannot be planned.',
  '客户项目：客户、订单模式、计费规则、线路与服务标准。暂停后不能下单，执行中的订单照常完成。':
    'Projects of customers: customer, order models, billing rules, lines and service level. Paused projects take no new orders; running ones are finished.',
  '一类订单要填什么、司机要做哪些步骤、凭什么签收、按哪一天计价。启用的版本不能修改。':
    'What an order of a kind must have, which steps the driver does, how it is signed, which day prices it. Versions in force do not change.',
  '按星期、日期或工作日自动生成订单；遇节假日跳过、提前或顺延。详情中可以预览每个日期。':
    'Orders made by weekday, date or workday; holidays are skipped or moved. The details show every date beforehand.',
  '法定节假日与调休上班日，周期订单、节假日附加费按此判断。某年没有登记时，按工作日生成的周期订单停在上一年年底。':
    'Holidays and working weekends, for recurring orders and surcharges. Where a year is missing, rules by workday stop at the end of the year before.',
  '发布给承运商的货源：一口价、竞价或按规则。中标后按成交价转为运输订单。':
    'Goods offered to carriers: fixed price, bids or by rule. The winner\'s price makes the order.',
  '一车一司机一趟的执行单：派车、接单、装货、发车、到达、签收、结算。':
    'One trip of one vehicle and driver: assign, accept, load, depart, arrive, sign, settle.',
  '按线路发车的任务，也列出所有待发车的任务单。到发车时间未发车会提醒。':
    'Missions of a line, and all that are to depart. Who has not departed in time is reminded.',
  '订单的每一票货：配载、提货、到达、签收、回单。拒收的可以安排二次配送或退回。':
    'Each consignment of an order: assigned, picked up, arrived, signed, receipted. What was refused goes again or back.',
  '司机在手机上的签收：签名、照片、位置与时间。地点、时间或照片可疑的需要复核。':
    'Signing on the driver\'s phone: signature, photos, place and time. What looks odd is reviewed.',
  '延误、拒收、货损、温度超限等异常：期限、责任方与处理结果。关闭前必须确定责任方。':
    'Delays, refusals, damage, temperature and others: deadline, responsibility, outcome. Closing needs who is responsible.',
  '由异常发起的赔付与追偿：损失明细、赔付金额、向谁追偿。':
    'Payment and recovery after an exception: what was lost, what is paid, from whom it is recovered.',
  '把任务推给司机或承运商：广播、定向、顺序或竞价；先接者得。':
    'Missions pushed to drivers or carriers: broadcast, directed, in turn or for bids; the first one has it.',
  '自有、外协、承运商与平台注册司机。认证通过、证件有效的司机才能派车；证件到期当天自动转为「证件过期」。':
    'Own, outside, carriers\' and registered drivers. Only verified ones with valid papers are sent; expired papers show the same day.',
  '自行注册的平台司机，审核证件后才能接单。':
    'Drivers who registered themselves; they take missions once their papers are verified.',
  '司机报名从待联系跟进到录用；录用时建立待认证的司机档案。招募贴在「招募」页发布。':
    'Applications from first contact to hiring, which makes a driver to be verified. Posts are published under Recruitment.',
  '写明工作内容、地点、薪酬与截止日期；发布后把报名网址或二维码发给司机，凭手机验证码报名。':
    'Work, place, pay and deadline; once published, drivers apply through its address or code, proving their phone.',
  '替我们承运的企业、个体与个人车主。资质齐全、审核通过且未过期的才能派单；许可证或承运险到期当天自动转为「资质过期」。':
    'Who carries for us. Only those approved with valid papers get missions; expired papers show the same day.',
  '合作中的装卸、仓储、救援、押运、代收与信息服务商。准入与审核在「服务商管理」。':
    'Providers of handling, storage, rescue, escort, collection and information we work with. Onboarding stands under Provider management.',
  '服务商的准入、审核、账号开通与价目。':
    'Onboarding, review, accounts and price lists of providers.',
  '收货地点。坐标「已确认」的才能参与智能调度；签收地点长期偏离时可以校正坐标。':
    'Where goods are delivered. Only confirmed positions can be planned; they can be corrected where drivers sign elsewhere.',
  '发货地点。与收货方同为一份档案，可以既收又发。':
    'Where goods are fetched. One record may both send and receive.',
  '固定走向、里程与过路费的道路线路。启用后的版本不能修改，要改请新建版本。':
    'Road routes with fixed course, distance and toll. Versions in force do not change.',
  '站点顺序、时间窗、班次与计费规则都固定的货运线路。':
    'Lines with fixed stops, windows, departures and billing rules.',
  '哪条货运线路星期几由谁开。周期订单自动派车先主司机、后备司机。':
    'Who drives which line on which weekday. Recurring orders take the main driver first, then spares.',
  '按订单模式和车型选用的驾车、货车路径策略；条件最具体的一条生效。没有地图密钥时按估算里程。':
    'Driving strategies by order model and vehicle class; the most specific counts. Without a map key distances are estimated.',
  '里程、货量、趟次时长三类计费规则。一条规则有多个版本，发布后不能修改；计价日当天生效、范围最具体的一条被采用。':
    'Rules by distance, quantity or trip and time. Published versions do not change; the most specific rule in force on the pricing day is taken.',
  '各省油价及生效日期，燃油附加费按计价日当天的油价计算。':
    'Fuel prices of provinces by day, for the fuel surcharge of the pricing day.',
  '每次计价的规则、版本、明细与合计。重新计价产生新报价，旧报价保留。':
    'Rule, version, lines and total of every pricing. Repricing makes a new quote; old ones stay.',
  '订单与任务的应收、应付费用。确认后金额不能再改，更正另出调整单。':
    'Charges of orders and missions, both ways. Confirmed ones do not change; corrections are sheets of their own.',
  '向客户收取的费用。只授权本页的人员看不到应付与毛利。':
    'What customers are charged. Who has only this page sees no payables and no margin.',
  '付给承运商和司机的费用。只授权本页的人员看不到应收与毛利。':
    'What carriers and drivers are paid. Who has only this page sees no receivables and no margin.',
  '向承运商、司机的扣款，从其后续应付中按先后抵扣，抵不完的结转。申诉中的暂不抵扣。':
    'Deductions from carriers and drivers, taken from what they are paid next, oldest first; the rest is carried over. Appeals wait.',
  '代收货款的应收、已收、上缴、返款与手续费，逐笔记录，不计入收入。':
    'Cash on delivery: due, collected, handed in, remitted, fees; each a row, never income.',
  '客户系统通过接口下单：密钥、权限、地址白名单、回调与字段对照。沙箱客户的订单自己走完全程，不计费。接口说明见 /api-docs。':
    'Orders from customers’ programs: keys, rights, addresses, webhooks and fields. Orders of a sandbox drive themselves and are not charged. See /api-docs.',
  '给客户的人员一个网址，用手机验证码即可下单，不需要账号。订单进入运输订单，状态为待确认。':
    'An address for people of a customer: they order with a code sent to their phone, without an account. The order waits to be confirmed.',
  '可用：报价、下单、查询、取消、改址、轨迹、签收、温度、对账，用逗号分开':
    'Quote, order, read, cancel, readdress, track, proof, temperature, statements; separated by commas',
  '不填为不限制；可写单个地址或网段，用逗号分开': 'Without: from anywhere; single addresses or ranges, separated by commas',
  '沙箱客户的订单自己走完全程，不进入运输订单，也不计费': 'Orders of a sandbox drive themselves, are no transport orders and are not charged',
  '不填为全部；例如 signed,exception': 'Empty: all; for example signed,exception',
}
