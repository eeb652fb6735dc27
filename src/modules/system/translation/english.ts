import { APPROVAL_PAGES } from './english/pages/approval.ts'
import { CARRIAGE_PAGES } from './english/pages/carriage.ts'
import { DAILY_PAGES } from './english/pages/daily.ts'
import { DEFINITIONS } from './english/pages/definitions.ts'
import { FRAME } from './english/pages/frame.ts'
import { MONEY_PAGES } from './english/pages/money.ts'
import { ROAD_PAGES } from './english/pages/road.ts'
import { SECURITY_PAGES } from './english/pages/security.ts'
import { SYSTEM_PAGES } from './english/pages/system.ts'
import { AFFAIRS } from './english/affairs.ts'
import { BILLING } from './english/billing.ts'
import { CARDS } from './english/cards.ts'
import { CALENDAR } from './english/calendar.ts'
import { COMPOSED } from './english/lists/composed.ts'
import { CONSOLE } from './english/console.ts'
import { DESK } from './english/desk.ts'
import { DISPATCH } from './english/dispatch.ts'
import { ESIGN } from './english/esign/esign.ts'
import { ESIGN_PAGES } from './english/esign/esign-pages.ts'
import { HELP } from './english/help.ts'
import { HINTS } from './english/hints.ts'
import { HOME } from './english/home.ts'
import { LISTS } from './english/lists/lists.ts'
import { LEASING } from './english/leasing.ts'
import { MONEY } from './english/money.ts'
import { RECORDS } from './english/records.ts'
import { SECURITY } from './english/security.ts'
import { SENTENCES } from './english/sentences.ts'
import { SCREENS } from './english/screens.ts'
import { SHOWN } from './english/shown.ts'
import { TELEMATICS } from './english/telematics.ts'
import { FINANCE } from './english/finance.ts'
import { OFFICE } from './english/office.ts'
import { OPERATORS } from './english/operators.ts'
import { REPORTING } from './english/reporting.ts'
import { STATISTICS } from './english/statistics.ts'
import { TRANSPORT } from './english/transport.ts'
import { WORK_MENU } from './english/work-menu.ts'

/** The console in English as delivered with the product: Chinese text → English. What is not here stays Chinese until a company translates it. */
export const ENGLISH: Readonly<Record<string, string>> = {
  ...DEFINITIONS, ...FRAME, ...APPROVAL_PAGES, ...CARRIAGE_PAGES, ...SYSTEM_PAGES, ...SECURITY_PAGES, ...DAILY_PAGES, ...MONEY_PAGES, ...ROAD_PAGES, ...LISTS, ...COMPOSED, ...CARDS, ...WORK_MENU, ...DESK, ...AFFAIRS, ...CONSOLE, ...LEASING, ...BILLING, ...CALENDAR, ...MONEY, ...RECORDS, ...SCREENS, ...SHOWN, ...TELEMATICS, ...DISPATCH, ...ESIGN, ...ESIGN_PAGES, ...TRANSPORT, ...FINANCE, ...OPERATORS, ...STATISTICS, ...SECURITY, ...OFFICE, ...SENTENCES, ...REPORTING, ...HINTS, ...HELP, ...HOME,
  // Shapes
  '新增{}': 'New {}', '修改{}': 'Edit {}', '{}详情': 'Details of {}', '{}列表': '{} list', '{}管理': '{} management', '{}记录': '{} records', '{}单': '{} order',
  '删除{}': 'Delete {}', '共 {} 条': '{} in all', '已选 {} 条': '{} selected', '第 {} 页': 'Page {}', '{} 条': '{}', '{} 天': '{} days', '{} 分钟前': '{} min ago',
  '{} 小时前': '{} h ago', '{} 天前': '{} days ago', '另有 {} 项修改': '{} more changes', '选择全部 {} 条': 'Select all {}', '已导入 {} 条': '{} imported',
  '将影响 {} 条': 'Affects {}', '消息，{} 条未读': 'Messages, {} unread', '任务中心，{} 个进行中': 'Tasks, {} running', '「{}」已删除': '“{}” deleted',
  '确认删除「{}」？': 'Delete “{}”?', '查看 {}': 'View {}', '上传{}': 'Upload {}', '请输入{}': 'Enter {}', '请选择{}': 'Choose {}', '请填写{}': 'Fill in {}',
  '收起{}树': 'Fold {} tree', '{} 条/页': '{} / page', '导出{}': 'Export {}', '导入{}': 'Import {}', '用户菜单：{}': 'User menu: {}', '展开（{}）': 'Unfold ({})', 查询: 'Search', '您没有{}的权限，请联系管理员开通': 'No right for {}; ask an administrator',
  '{}成功': '{}: done', '已保存草稿 {}': 'Draft saved {}', '{}已删除': '{} deleted',
  // Menus and screens
  工作台: 'Workbench', 首页: 'Home', TMS首页: 'TMS home', 个人中心: 'My account', 组件演示: 'Components', 系统管理: 'System', 消息中心: 'Messages',
  用户管理: 'Users', 用户编辑: 'Edit user', 角色管理: 'Roles', 角色授权: 'Grants of role', 资源管理: 'Resources', 菜单管理: 'Menus', 数据权限模板: 'Data permission templates',
  部门管理: 'Departments', 系统日志: 'System log', 数据字典: 'Dictionaries', 字典编辑: 'Edit dictionary', 字典项: 'Dictionary item', 字典分组: 'Dictionary group',
  车型字典: 'Model dictionary', 参数设置: 'Parameters', 运营设置: 'Operation settings', 站点配置: 'Sites', 版本列表: 'Releases', 系统消息: 'System messages',
  消息明细: 'Message recipients', 问题反馈: 'Feedback', 界面译文: 'Translations', 译文: 'Translation', 译文详情: 'Translation details', 语言: 'Language',
  中文原文: 'Chinese text', 补齐待译文字: 'Collect untranslated texts', 客户与门店: 'Customers and stores', 承租人列表: 'Lessees', 门店列表: 'Stores', 渠道列表: 'Channels',
  车源方列表: 'Vehicle owners', 信用记录: 'Credit records', 往来方: 'Parties', 车辆管理: 'Vehicles', 车辆列表: 'Vehicle list', 预备车辆: 'Vehicles in preparation',
  车辆库存: 'Stock', 车型库: 'Models', 调拨单: 'Transfers', 调拨记录: 'Transfer records', 车联网: 'Telematics', 行车监控: 'Live monitoring', 车辆位置: 'Positions',
  历史轨迹: 'Track history', 电子围栏: 'Geofences', 报警处理: 'Alarms', 风险上报: 'Risk reports', 远程指令: 'Remote commands',
  断油断电单: 'Fuel and power cut-offs', 断油断电: 'Fuel and power cut-off', 冷链温控: 'Cold chain', 数据统计: 'Statistics', GPS设备: 'GPS devices',
  设备型号: 'Device types', 车载设备: 'On-board devices', 报文解析: 'Message decoder', 租赁管理: 'Leasing', 用车申请: 'Vehicle applications', 租赁合同: 'Lease contracts',
  交车列表: 'Handovers', 租约列表: 'Leases', 租赁记录: 'Lease records', 换车列表: 'Vehicle swaps', 换车审核: 'Swap review',
  续租管理: 'Renewals', 延期管理: 'Extensions', 减租列表: 'Rent reductions', 杂费管理: 'Incidental fees', 退车列表: 'Returns', 退车验车: 'Return inspection',
  退车结算: 'Return settlement', 办理退车结算: 'Settle a return', 车型产品: 'Products', 租赁方案: 'Lease plans', 产品成本: 'Product costs', 验车模板: 'Inspection templates',
  账单与收款: 'Bills and receipts', 全部账单: 'All bills', 应收账单: 'Receivable bills', 车辆账单: 'Bills by vehicle', 账单支付: 'Pay bills',
  账单统计: 'Bill statistics', 收款明细: 'Receipts', 收款码: 'Payee codes', 保证金管理: 'Deposits', 退款管理: 'Refunds', 坏账核销: 'Bad debts', 银行流水: 'Bank lines',
  结算分账: 'Settlement splits', 租金分账: 'Rent splits', 分账规则: 'Split rules', 应付账单: 'Payables', 催收: 'Dunning', 催收记录: 'Dunning records',
  登记收款: 'Record receipt', 开服务费账单: 'New service-fee bill', 审批中心: 'Approvals', 审批设置: 'Approval settings', 审批监控: 'Approval monitor',
  审批工作台: 'Approval desk', 审批处理: 'Handle approval', 已审批: 'Handled by me', 发起申请: 'Apply', 审批申请: 'Application', 流程列表: 'Processes',
  流程设计: 'Process design', 表单设计: 'Form design', 审批表单: 'Approval forms', 业务流程设置: 'Business processes', 审批角色: 'Approval roles',
  发起人权限: 'Initiator rights', 处理人权限: 'Handler rights', 审批代理: 'Deputies', 运输管理: 'Transport', 订单评价: 'Order reviews', 评价列表: 'Reviews', 招商加盟: 'Franchise',
  加盟申请: 'Franchise applications', 加盟信息: 'Franchise leads',
  // Things
  车辆: 'Vehicle', 门店: 'Store', 承租人: 'Lessee', 合同: 'Contract', 租约: 'Lease', 账单: 'Bill', 渠道: 'Channel', 车源方: 'Vehicle owner', 部门: 'Department',
  用户: 'User', 角色: 'Role', 角色详情: 'Role details', 版本: 'Release', 消息: 'Message', 参数: 'Parameter', 站点: 'Site', 车型: 'Model', 产品: 'Product', 方案: 'Plan',
  司机: 'Driver', 设备: 'Device', 围栏: 'Geofence', 报警: 'Alarm', 指令: 'Command', 事件: 'Event', 图片: 'Pictures', 照片: 'Photos', 附件: 'Attachments',
  凭证: 'Voucher', 流程: 'Process', 表单: 'Form', 成员: 'Members', 审批人: 'Approver', 发起人: 'Initiator', 业务员: 'Sales clerk', 承运商: 'Carrier', 运营商: 'Operator',
  员工: 'Staff', 服务商: 'Supplier', 管理员: 'Administrator', 押金: 'Deposit', 租金: 'Rent', 滞纳金: 'Late fee', 杂费: 'Incidental fee', 余额: 'Balance', 收款: 'Receipt',
  付款: 'Payment', 退款: 'Refund', 核销: 'Allocation', 结算: 'Settlement', 交车: 'Hand over', 退车: 'Return', 换车: 'Swap', 续租: 'Renewal', 减租: 'Rent reduction',
  延期: 'Extension', 调拨: 'Transfer', 整备: 'Preparation', 整备事项: 'Preparation steps', 违章: 'Violation', 事故: 'Accident', 行程: 'Trip', 停留: 'Stop',
  // Fields
  状态: 'Status', 说明: 'Notes', 备注: 'Remark', 类型: 'Type', 类别: 'Category', 原因: 'Reason', 标题: 'Title', 内容: 'Content', 名称: 'Name', 编号: 'No.', 序号: 'No.',
  金额: 'Amount', 数量: 'Quantity', 合计: 'Total', 日期: 'Date', 时间: 'Time', 地址: 'Address', 城市: 'City', 区域: 'Region', 结果: 'Result', 来源: 'Source',
  明细: 'Details', 摘要: 'Summary', 排序: 'Order', 颜色: 'Colour', 默认: 'Default', 启用: 'Enabled', 停用: 'Disable', 操作: 'Actions', 操作时间: 'Time',
  创建人: 'Created by', 创建时间: 'Created', 修改人: 'Changed by', 修改时间: 'Changed at', 发布时间: 'Published', 开始时间: 'Start', 结束时间: 'End', 开始日期: 'Start date',
  结束日期: 'End date', 提交时间: 'Submitted', 审核人: 'Reviewer', 审核时间: 'Reviewed', 处理人: 'Handled by', 处理时间: 'Handled', 处理结果: 'Result',
  处理说明: 'Notes on handling', 联系人: 'Contact', 联系电话: 'Phone', 手机号: 'Mobile', 邮箱: 'E-mail', 姓名: 'Name', 用户名: 'User name', 密码: 'Password', 头像: 'Picture',
  最近登录: 'Last sign-in', 用户类型: 'Kind of user', 所属部门: 'Department', 所属门店: 'Store', 上级部门: 'Parent department', 负责人: 'Head', 部门名称: 'Department',
  部门编码: 'Code', 部门信息: 'Department', 部门成员: 'Members', 角色编码: 'Role code', 角色名称: 'Role', 组织与权限: 'Organisation and rights', 账号: 'Account', 车牌号: 'Plate',
  车牌颜色: 'Plate colour', 车架号: 'VIN', '发动机/电机号': 'Engine / motor no.', 品牌: 'Brand', 车系: 'Series', 车型名称: 'Model', 车辆类别: 'Vehicle class',
  车辆状态: 'Vehicle status', 能源类型: 'Energy', 使用性质: 'Use', 权属: 'Ownership', 归属: 'Belongs to', 购置价: 'Purchase price', 购置日期: 'Purchased',
  注册日期: 'Registered', 行驶证档案编号: 'Licence file no.', 行驶证照片: 'Licence photos', 年检有效期至: 'Inspection due', 交强险到期日: 'Compulsory insurance due',
  商业险到期日: 'Commercial insurance due', 道路运输证号: 'Road permit no.', 道路运输证到期日: 'Road permit due', 闲置天数: 'Days idle', 空闲起始日: 'Idle since', 车辆照片: 'Photos', 座位数: 'Seats',
  轴数: 'Axles', 总质量: 'Gross weight', 整备质量: 'Kerb weight', 核定载质量: 'Payload', 货厢容积: 'Volume', 长: 'Length', 宽: 'Width', 高: 'Height', 电池容量: 'Battery',
  油箱容积: 'Tank', 续航里程: 'Range', 排放标准: 'Emission standard', 指导价: 'List price', 货车大小: 'Truck size', 里程: 'Mileage', 里程表读数: 'Odometer',
  证照与有效期: 'Papers and due dates', 基本信息: 'Basics', 其他信息: 'Other', 其他: 'Other', 载重与尺寸: 'Load and size', 动力: 'Drive', 图片与备注: 'Pictures and remarks',
  门店编码: 'Store code', 门店名称: 'Store', 营业时间: 'Opening hours', 店长: 'Manager', 渠道名称: 'Channel', 佣金比例: 'Commission', 统一社会信用代码: 'Credit code',
  身份证号: 'ID no.', 驾驶证号: 'Licence no.', 准驾车型: 'Licence class', 驾驶证有效期至: 'Licence valid until', 证件照片: 'ID photos', 法定代表人: 'Legal representative',
  信用等级: 'Credit grade', 信用额度: 'Credit limit', 发票抬头: 'Invoice title', 税号: 'Tax no.', 开户行: 'Bank', 银行账号: 'Bank account', 收款账户: 'Payee account',
  收款账号: 'Payee account', 公司名称: 'Company', 合同编号: 'Contract no.', 合同类型: 'Kind of contract', 签署日期: 'Signed on',
  签约门店: 'Signing store', 租赁车辆: 'Vehicles', 起租日: 'Start', 到期日: 'End', 租期: 'Term', 月租金: 'Monthly rent', 日租金: 'Daily rent', 车辆押金: 'Vehicle deposit',
  违章押金: 'Violation deposit', 付款周期: 'Payment cycle', 租金总额: 'Total rent', 租赁单号: 'Lease no.', 当前车辆: 'Current vehicle', 交车时间: 'Handed over',
  交车里程: 'Odometer at handover', 交车照片: 'Handover photos', 退车时间: 'Returned', 退车里程: 'Odometer at return', 账单编号: 'Bill no.', 账单类型: 'Kind of bill',
  账期起: 'From', 账期止: 'To', 应付日: 'Due', 出账日: 'Issued', 应收: 'Receivable', 应收金额: 'Receivable', 已收金额: 'Received', 未收金额: 'Outstanding', 结清日期: 'Settled on',
  付款日期: 'Paid on', 付款方式: 'Method', 付款人: 'Payer', 收款人: 'Payee', 收款金额: 'Received', 收款方式: 'Method', 交易流水号: 'Transaction no.', 付款凭证: 'Vouchers',
  费用科目: 'Fee item', 费用: 'Fees', 驳回原因: 'Reason for rejection', 取消原因: 'Reason for cancelling', 作废原因: 'Reason for voiding', 域名: 'Host', 外观: 'Look',
  系统名称: 'Title', 网站图标: 'Favicon', 登录页背景: 'Login background', 主题色: 'Colour', 主站: 'Root site', 页面水印: 'Watermark', 备案号: 'ICP no.', 版本号: 'Version',
  更新内容: 'What is new', 接收角色: 'Roles', 接收部门: 'Departments', 发给全体: 'To everybody', 阅读情况: 'Read', 接收人数: 'Recipients', 已读人数: 'Readers', 问题描述: 'Problem',
  截图: 'Screenshots', 回复内容: 'Answer', 字典值: 'Value', 显示名称: 'Label', 分组编码: 'Group code', 分组名称: 'Group', 规则名称: 'Rule', 模板名称: 'Template',
  有效期至: 'Valid until', 速度: 'Speed', 方向: 'Direction', 位置: 'Position', 定位时间: 'Fix time', 最近定位: 'Last fix', 最近通信: 'Last contact', 报警类型: 'Alarm',
  等级: 'Level', 评分: 'Score',
  // States and values
  草稿: 'Draft', 待审核: 'To review', 待处理: 'To do', 处理中: 'In progress', 已处理: 'Handled', 已完成: 'Done', 未完成: 'Open', 已取消: 'Cancelled', 已驳回: 'Rejected',
  已撤回: 'Withdrawn', 已作废: 'Void', 已关闭: 'Closed', 已发布: 'Published', 未发布: 'Unpublished', 已生效: 'In force', 已终止: 'Ended', 已过期: 'Expired', 已回复: 'Answered',
  待回复: 'To answer', 审批中: 'In approval', 签署中: 'Signing', 待签署: 'To sign', 履约中: 'Active', 提前解约: 'Ended early', 待交车: 'To hand over', 已交车: 'Handed over',
  待提车: 'To collect', 在租: 'Leased', 待租: 'Available', 已预占: 'Reserved', 整备中: 'In preparation', 维修中: 'In repair', 已处置: 'Disposed', 换车中: 'Swapping',
  退车申请中: 'Return asked', 待验车: 'To inspect', 已验车: 'Inspected', 结算中: 'Settling', 待结算: 'To settle', 已结算: 'Settled', 待支付: 'Unpaid', 部分支付: 'Partly paid',
  已结清: 'Settled', 待收款: 'To receive', 待退款: 'To refund', 已确认: 'Confirmed', 待确认: 'To confirm', 待付款: 'To pay', 已付款: 'Paid', 已付清: 'Paid up',
  部分付款: 'Partly paid', 付款失败: 'Failed', 待匹配: 'Unmatched', 已匹配: 'Matched', 正常: 'Normal', 已冻结: 'Frozen', 黑名单: 'Blacklisted', 已注销: 'Deregistered',
  营业: 'Open', 停业: 'Closed', 合作中: 'Active', 在线: 'Online', 离线: 'Offline', 行驶: 'Moving', 怠速: 'Idling', 熄火: 'Ignition off', 未定位: 'No fix',
  未上牌: 'No plate', 柴油: 'Diesel', 汽油: 'Petrol', 纯电: 'Electric', 插电混动: 'Plug-in hybrid', 天然气: 'Natural gas', 氢能: 'Hydrogen', 蓝: 'Blue', 绿: 'Green',
  黄: 'Yellow', 红: 'Red', 紫: 'Purple', 黑: 'Black', 白: 'White', 青: 'Teal', 橙: 'Orange', 自有: 'Own', 融资租赁: 'Finance lease', 车源方挂靠: 'Affiliated',
  外协: 'Outsourced', 租赁: 'Leasing', 冷藏: 'Reefer', 微型: 'Micro', 轻型: 'Light', 中型: 'Medium', 重型: 'Heavy', 个人: 'Person', 企业: 'Company', 微信: 'WeChat',
  支付宝: 'Alipay', 银行转账: 'Bank transfer', 现金: 'Cash', 月付: 'Monthly', 季付: 'Quarterly', 半年付: 'Half-yearly', 年付: 'Yearly', 车辆租赁: 'Vehicle leasing',
  汽车租赁: 'Car rental', 内置: 'Built-in', 自定义: 'Custom', 公告: 'Notice', 任务: 'Task', 到期: 'Due', 异常: 'Exception', 一般: 'Medium', 严重: 'High', 提示: 'Note',
  低: 'Low', 中: 'Medium', 英语: 'English', 日语: 'Japanese', 韩语: 'Korean', 俄语: 'Russian', 越南语: 'Vietnamese',
  // Actions
  新增: 'New', 修改: 'Edit', 删除: 'Delete', 导入: 'Import', 导出: 'Export', 保存: 'Save', 取消: 'Cancel', 确定: 'OK', 驳回: 'Reject', 提交: 'Submit',
  提交审批: 'Submit for approval', 撤回: 'Withdraw', 审核: 'Review', 审核通过: 'Approve', 审批: 'Approval', 审批通过: 'Approve', 审批驳回: 'Reject', 通过: 'Approve',
  拒绝: 'Refuse', 同意: 'Agree', 发布: 'Publish', 作废: 'Void', 关闭: 'Close', 回复: 'Answer', 处理: 'Handle', 打印: 'Print', 下载: 'Download', 查看: 'View',
  搜索: 'Search', 重置: 'Reset', 清空: 'Clear', 还原: 'Restore', 刷新: 'Refresh', 更多: 'More', 返回: 'Back', 展开: 'Unfold', 收起: 'Fold', 复制: 'Copy', 已复制: 'Copied',
  移除: 'Remove', 添加: 'Add', 选择: 'Choose', 重试: 'Retry', 撤销: 'Undo', 发送: 'Send', 授权: 'Grant', 以角色预览: 'Preview as role', 预览效果: 'Preview',
  重置密码: 'Reset password', 解除锁定: 'Unlock', 强制下线: 'Sign out', 查看权限说明: 'Explain rights', 整备完成: 'Preparation done',
  送修: 'Send to repair', 转入整备: 'Back to preparation', 处置: 'Dispose', 预占: 'Reserve', 取消预占: 'Release', 收车: 'Take back', 更换号牌: 'Change plate',
  完成: 'Finish', 冻结: 'Freeze', 解冻: 'Unfreeze', 列入黑名单: 'Blacklist', 移出黑名单: 'Remove from blacklist', 注销: 'Deregister', 恢复营业: 'Reopen',
  保存并继续新增: 'Save and add another', 保存并提交: 'Save and submit', '保存并{}': 'Save, then: {}', '已保存并{}': 'Saved, then: {}',
  '已保存，没有{}：{}': 'Saved, but not “{}”: {}', 保存并审核通过: 'Save and approve', '{}，没有{}：{}': '{}, but not “{}”: {}', 已保存为草稿: 'Saved as a draft',
  '已保存为草稿，没有提交：{}': 'Saved as a draft, not submitted: {}', 确认到账: 'Confirm receipt', 登记付款: 'Record payment', 申请退款: 'Ask for refund', 冲销: 'Reverse', 抵扣: 'Offset',
  转出: 'Transfer out', 没收: 'Forfeit', 保留: 'Retain', 上架: 'List', 下架: 'Unlist', 校验日志链: 'Verify log chain', 转办: 'Hand on', 加签: 'Add approver',
  抄送: 'Copy to', 催办: 'Remind', 终止: 'Terminate',
  // Around every screen
  主菜单: 'Main menu', '搜索菜单、记录与操作': 'Search menus, records, actions',
  '搜索菜单、车牌、合同号、手机号、姓名……支持拼音首字母': 'Search menus, plates, contract numbers, phones, names …', 输入关键字开始搜索: 'Type to search',
  '没有匹配的页面、单据或操作，可以换个关键字，如车牌、姓名、单号': 'Nothing found', 最近: 'Recent', 最近访问: 'Recently visited', 常用功能: 'Favourites', 添加常用功能: 'Add favourite', 主题: 'Theme',
  主题与密度: 'Theme and density', 密度: 'Density', 紧凑: 'Compact', 适中: 'Middle', 宽松: 'Large', 跟随系统: 'As the system', 浅色: 'Light', 深色: 'Dark',
  全屏显示: 'Full screen', 退出全屏: 'Leave full screen', 最大化内容区: 'Maximise', 退出最大化: 'Leave maximised', 快捷键: 'Shortcuts', 显示快捷键: 'Show shortcuts',
  任务中心: 'Tasks', 还没有后台任务: 'No tasks yet', 修改密码: 'Change password', 登录设备: 'Devices', 两步验证: 'Two-step sign-in', 退出登录: 'Sign out',
  '确定退出登录？': 'Sign out?', 关闭当前标签页: 'Close tab', 关闭其他: 'Close others', 关闭左侧: 'Close left', 关闭右侧: 'Close right', 关闭全部: 'Close all', 固定: 'Pin',
  取消固定: 'Unpin', 在新窗口打开: 'Open in new window', 标签页操作: 'Tab actions', 展开菜单: 'Unfold menu', 收起菜单: 'Fold menu', 列设置: 'Columns', 行高: 'Row height',
  列: 'Column', 显示: 'Show', 隐藏: 'Hide', 隐藏此列: 'Hide column', 固定在左侧: 'Pin left', 固定在右侧: 'Pin right', 自适应列宽: 'Fit width', 升序: 'Ascending',
  降序: 'Descending', 恢复默认: 'Defaults', 另存为视图: 'Save as view', 保存视图: 'Save view', 管理视图: 'Manage views', 视图名称: 'View', 默认视图: 'Default view',
  更新视图: 'Update view', 仅自己: 'Only me', 本部门: 'My department', 所有人: 'Everybody', 全部: 'All', 清空条件: 'Clear filters', 添加条件: 'Add filter',
  关键字: 'Keyword', '包含…': 'Contains …', 至少: 'From', 不限: 'Any', 今天: 'Today', 昨天: 'Yesterday', 本月: 'This month', 上月: 'Last month',
  今年: 'This year', '近 7 天': 'Last 7 days', '未来 30 天': 'Next 30 days', 选择本页: 'Select page', 批量操作: 'Bulk actions',
  批量修改: 'Bulk edit', 批量删除: 'Bulk delete', 计算合计: 'Compute totals', 全部合计: 'All rows', 没有数据: 'No data', 没有符合条件的记录: 'No matching records',
  可以清除筛选条件后重试: 'Clear the filters and try again', '加载中…': 'Loading …', 加载失败: 'Could not load', 操作成功: 'Done', '没有办成，请重试；仍不行请联系管理员': 'It did not work; try again, then ask an administrator',
  保存成功: 'Saved', 新增成功: 'Added', 已保存草稿: 'Draft saved', 必填: 'Required', 请选择: 'Choose', 请输入: 'Enter', 是: 'Yes', 否: 'No',
  '✓ 是': '✓ Yes', '✕ 否': '✕ No', 动态: 'Timeline', 评论: 'Comment', '写评论，Ctrl+Enter 发送': 'Comment, Ctrl+Enter sends', 上一条: 'Previous', 下一条: 'Next',
  上一个: 'Previous', 下一个: 'Next', 全部下载: 'Download all', 上传或粘贴图片: 'Upload or paste a picture', 详情: 'Details', 操作记录: 'History',
  下载模板: 'Download template', 检查与修正: 'Check and repair', 正确: 'Right', 有误: 'Wrong', 重新检查: 'Check again', 仍然关闭: 'Close anyway', 继续填写: 'Continue',
  放弃修改: 'Discard', 删除确认: 'Delete', 知道了: 'OK', 重新登录: 'Sign in again', 刷新页面: 'Reload', '待办与提醒汇总（每 30 秒轮询）': 'To do and reminders',
  今天要做的事: 'To do today', 没有需要处理的事项: 'Nothing to do', 上午好: 'Good morning', 下午好: 'Good afternoon', 晚上好: 'Good evening', 夜深了: 'Good evening',
  本页说明: 'About this page', 去处理: 'Handle', 去查看: 'View', 数据权限: 'Data permission', 权限说明: 'Rights', 元: 'CNY', 公里: 'km', 天: 'days',
  条: 'items', 共: 'Total', 台: 'vehicles', 辆: 'vehicles',
}
