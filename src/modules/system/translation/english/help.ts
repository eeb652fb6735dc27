/** The paragraph of help that every screen has. */
export const HELP: Readonly<Record<string, string>> = {
  // Workbench

  '我的资料、密码、登录设备与两步验证。': 'My data, password, signed-in devices and two-step verification.',
  '各页面共用的控件，放在一起对照。': 'The controls all pages share, side by side.',
  // System
  '新增用户、分配角色与数据权限模板、停用、重置密码。': 'Add users, give them roles and data permission templates, disable them, reset passwords.',
  '角色决定能看到的菜单与按钮；数据范围由数据权限模板决定。': 'A role decides which menus and buttons are seen; which rows, data permission templates decide.',
  '系统的菜单、页面与功能按钮，按上下级排列；没有授权的按钮看不到，对应的接口也不能调用。': 'Menus, pages and buttons of the system in their order; a button that is not granted is not shown, and its calls are refused.',
  '调整菜单名称、图标与顺序。': 'Names, icons and order of menus.',
  '每个页面按门店、部门、创建人等能看到哪些数据。按数据权限控制的页面没有授权时，看不到任何数据。': 'Which data of each page may be seen, by store, department, creator and so on. A page under data permission shows nothing until something is granted.',
  '公司的部门树，可拖动排序。': 'The departments of the company as a tree; drag to sort.',
  '谁在什么时候、从哪里、对哪条记录做了什么，含修改前后。日志只增不改，可校验是否被篡改。':
    'Who did what to which record, when and from where, with the values before and after. The log only grows; whether it was tampered with can be checked.',
  '所有下拉选项的来源。': 'Where the choices of all drop-downs come from.',
  '车型库的简表，供下拉选择使用。完整资料在车型库中维护。': 'A short list of the models for drop-downs. The full data are kept under Models.',
  '业务参数：每项有取值范围，修改留痕。': 'Business parameters: each has its limits, each change is logged.',
  '运营规则，包括退车需要哪些检查与费用。': 'Rules of operation, such as which checks and fees a return needs.',
  '每个域名的名称、公司、Logo、登录背景与外观。': 'Name, company, logo, login background and look of each host.',
  '各版本的更新内容。最新发布的版本会提示在线用户刷新。': 'What is new in each release. The latest one asks users who are online to reload.',
  '界面文字的外文对照，以中文原文为准。填写译文后，选择该语言的用户刷新页面即可看到；没有译文的仍显示中文。可导出给译者填写，再导入。':
    'The texts of the console in other languages; the Chinese one counts. Users of a language see a new text after reloading; without one it stays Chinese. Export for a translator, then import.',
  '向角色或部门发布消息，查看阅读率。': 'Send messages to roles or departments and see how many have read them.',
  '发给我的消息，以及我发布的系统消息发给了谁、什么时候读的。': 'Messages to me, and to whom the announcements I published went and when they were read.',
  '反馈使用中遇到的问题，可附截图；管理员回复并关闭。': 'Report what went wrong, with pictures; the administrator answers and closes.',
  // Customers and stores
  '个人与企业承租人。证件号不可重复；审核通过后才能签合同。': 'Persons and companies that lease. Certificate numbers are unique; contracts need an approved lessee.',
  '承租人的信用历史：内部统计由账单算出，第三方报告与人工登记可以补充。':
    'The credit history of lessees: our own figures come from the bills, reports of others and notes by hand add to them.',
  '门店是车辆、合同与人员的归属，数据权限按门店划分。停用的门店不能再被选用，原有记录不变。':
    'Vehicles, contracts and people belong to stores; data permission follows them. A disabled store cannot be chosen any more; its records stay.',
  '客户从哪里来：渠道与佣金约定。承租人、合同可指定渠道，便于按渠道统计与授权。':
    'Where customers come from, and the commission agreed. Lessees and contracts may name a channel, for figures and permission by channel.',
  '车辆从哪里来：供车方、挂靠方等。车辆档案引用车源方，应付与分账按车源方结算。':
    'Where vehicles come from: suppliers, affiliated owners. Vehicles refer to them; payables and shares are settled with them.',
  // Vehicles
  '全部车辆的台账。上方标签按状态筛选；勾选后可批量调拨、停用、导出；点车牌号查看档案、证照、租赁与变更历史。':
    'All vehicles. Tabs filter by state; selected ones can be transferred, disabled or exported together; a plate opens data, licences, leases and history.',
  '从购入到可租的车辆。整备事项（上牌、保险、设备安装等）全部完成且证照有效后，才能转为待租。':
    'Vehicles between purchase and lease. They can be leased when all preparation (plate, insurance, devices …) is done and the licences are valid.',
  '按门店、车型、状态看在库车辆与闲置天数，可调拨到其他门店。': 'Vehicles in stock by store, model and state, with idle days; transfer them to other stores.',
  '品牌、车系、车型与参数。车型被车辆使用后不能删除，只能停用。': 'Brands, series, models and their data. A model in use cannot be deleted, only disabled.',
  // Telematics
  '全部车辆的最近位置与状态。在线 + 离线 + 从未上线 = 车辆总数。': 'Last position and state of all vehicles. Online + offline + never online = all vehicles.',
  '行程、停留与里程；里程注明依据终端里程还是卫星定位。': 'Trips, stops and mileage; said with it: from the odometer of the terminal or from satellites.',
  '圆形、矩形、多边形、路线走廊与行政区；进出、停留、超速与偏离按事件发生的时间判定，补传的数据也会重新判定。':
    'Circles, rectangles, polygons, corridors and districts. Entering, leaving, staying, speeding and leaving the route are judged by the time they happened; late data are judged again.',
  '车辆进出围栏等事件：何时、何处、停留多久。按终端位置自动判定，补传的数据会更正；只能查看。':
    'Vehicles entering and leaving fences: when, where, for how long. Judged from positions and corrected by late data; read only.',
  '超速、疲劳、紧急报警、围栏与温度等；同一情况只有一条报警，由终端或平台自动解除，由人处理。':
    'Speeding, fatigue, emergency, fences, temperature. One alarm for one situation; terminal or platform ends it, a person handles it.',
  '司机或值班人员上报的风险。先派给处理人，处理完成后填写结果并关闭。': 'Risks reported by drivers or people on duty. Assign them, write down the result, close.',
  '点「下发指令」选择车辆与指令。待下发 → 已下发待应答 → 执行成功；终端拒绝、超时、过期都会说明原因。': 'To be sent → sent, waiting for an answer → done. Refused, timed out or expired: the reason is shown.',
  '点「申请断油断电」选择车辆并说明事由。申请 → 他人审批 → 再次确认执行。执行时须在线、定位新鲜、车速不高于限值，且不在标为「禁止断油断电」的电子围栏内；断开指令从不离线排队；以终端上报的状态位确认生效。':
    'Request → approval by another person → confirmed once more. The vehicle must be online, its position fresh, its speed within the limit, and not in a fence that forbids cut-offs. A cut-off never waits for an offline terminal; the state the terminal reports confirms it.',
  '每个通道（温度、湿度、门磁、冷机）的最近读数、曲线与超限；读数不可修改。':
    'Last reading, curve and excursions of each channel (temperature, humidity, doors, cooling machine); readings cannot be changed.',
  '冷链温度、湿度超出标准的时段：开始、结束、极值。由读数自动产生；处理时填写情况。':
    'Times outside the standard: begin, end, extreme value. Made from the readings; write down what was done.',
  '货物允许的温度或湿度范围、回差与持续时长。冷链通道选用标准，读数按它判定超限。':
    'Range, hysteresis and duration allowed for goods. A channel chooses a standard; its readings are judged by it.',
  '每车每日里程、行驶与怠速时长、在线率、报警与安全评分；里程与时长的合计在表尾。':
    'Mileage, driving and idle time, online rate, alarms and safety score by vehicle and day; sums at the foot.',
  '终端台账。未知终端出现在「待认领」中；绑定车辆后其轨迹归入车辆，换绑保留历史。':
    'All terminals. Unknown ones wait to be claimed. The track of a bound terminal is its vehicle\'s; binding it to another keeps the history.',
  '各厂家的附加信息与断油断电指令。未配置断油断电的型号不能断油断电。':
    'Additional data and cut-off commands of each maker. A type without commands cannot cut off.',
  '装在车上的设备台账：型号、编号、安装在哪辆车。安装与拆下都留有记录。': 'Devices on board: type, number, vehicle. Installing and removing are recorded.',
  '粘贴终端报文，逐字段查看含义；不写入任何数据。终端发来而系统不处理的报文保存在「终端报文」中。':
    'Paste a message of a terminal and read it field by field; nothing is written. What terminals send and the system does not act on is kept under Messages of terminals.',
  '驾驶员在终端上插入或拔出从业资格证的记录（0x0702）。报警、行程与违章据此认定当时由谁驾驶；只能查看。':
    'When drivers put their card into a terminal or took it out (0x0702). Alarms, trips and violations go by it for who drove; for reading only.',
  '终端发来而系统不处理的报文，原样保存，可按终端、车牌与消息 ID 查找，并在「报文解析」中逐字段查看；只能查看。':
    'What terminals send and the system does not act on, kept as it came: found by terminal, plate and message id, read field by field in Decode messages; for reading only.',
  '终端已上报、数据库未能收下的定位：原因与原始报文都在这里，终端不会再发。原因消除后重新入库，行程与统计随之更正；确属垃圾的可以丢弃。':
    'Positions that terminals sent and the database could not take, with reason and raw message; terminals do not send them again. Store them when the reason is gone: trips and figures follow. Rubbish may be discarded.',
  // Leasing
  '客户要用车先在这里申请；审核通过后据此签订合同。被驳回的可以修改后再提交。':
    'A customer who wants a vehicle applies here; an approved application becomes a contract. A rejected one can be changed and submitted again.',
  '可以出租的车辆，闲置最久的在最前。租一辆点行内的「发起租赁」，租多辆先勾选。':
    'Vehicles that can be leased, the longest idle first. For one press “Start lease” in its row; for several select them first.',
  '草稿 → 提交（生成收款计划，出具押金与首期账单）→ 登记签署 → 交车后开始履约 → 全部退车后结算 → 完成。':
    'Draft → submitted (payment plan, deposit and first bill) → signed → in force from the handover → settled when all vehicles are back → completed.',
  '已签合同中等待交付的车辆。': 'Vehicles of signed contracts waiting to be handed over.',
  '签署后的合同在这里交车：核对账单已付、车辆证照有效，登记里程、电量、照片与提车人。':
    'Signed contracts are handed over here: bills paid, licences valid; odometer, charge, photos and who took the vehicle.',
  '正在履行与已结束的租约，一份合同的每辆车是一份租约。交车、换车、续租、退租都在租约上办理。':
    'Leases in force and ended; each vehicle of a contract is one lease. Handover, swap, renewal and return happen on it.',
  '谁在什么时间用哪辆车。按车牌与时间可查责任人。': 'Who used which vehicle when. Plate and time lead to whoever is responsible.',
  '永久换车：原车收回、新车交付，同一时刻完成，租金差额按天计算。临时替换：租金不变，原车修好后换回。':
    'For good: the old vehicle comes back and the new one goes out at one moment, the difference in rent counts by day. For a time: the rent stays, the old vehicle returns when repaired.',
  '待审核的换车单；被驳回的可以修改后重新提交。': 'Swaps waiting for review; a rejected one can be changed and submitted again.',
  '续租接在现租期之后，没有空档也不重叠；押金沿用，最后一次结清。': 'A renewal follows the present term without gap or overlap; the deposit stays and is settled once, at the end.',
  '延期付款推迟一张账单的应付日；延期还车按原租金延长租期。': 'A later payment moves the due day of a bill; a later return extends the term at the same rent.',
  '减租金额由系统按收款计划计算，只能调低。未出账的直接减计划，已出账的冲减账单，已付的退入预存余额。':
    'The reduction is computed from the payment plan and can only be lowered. What is not billed yet leaves the plan, what is billed is credited, what is paid goes to the balance.',
  '拖车、清洁、违章代缴等临时费用；出账后成为账单。': 'Towing, cleaning, violations paid for others; billed, they become bills.',
  '退车申请 → 审核 → 验车 → 结算。被驳回的可以修改后再提交。': 'Request → review → inspection → settlement. A rejected one can be changed and submitted again.',
  '审核退车申请，车到后对照交车单验车：车损、缺件、里程、电量。': 'Review returns and inspect against the handover: damage, missing parts, odometer, charge.',
  '每次退车一张结算单：预览、提交、审核、收款或退款，违章押金保留到期后由每日任务释放。待提交的单按现在的账单、余额与押金试算，收款或调账后随之变化。':
    'One settlement for each return: preview, submit, review, receive or refund. A deposit kept for violations is released by the daily run. One not submitted yet is reckoned with the bills, balance and deposits of now and follows each receipt or correction.',
  '车辆已全部退回、等待结清的合同，以及已结清的合同。': 'Contracts with all vehicles back: waiting to be settled, and settled.',
  '车型 + 租赁方案。合同签订时冻结方案条款，方案后续修改不影响已签合同。':
    'Model + lease plan. A contract freezes the terms of its plan; later changes do not touch it.',
  '购置折旧、保险、保养与其他成本，对照租金看毛利。': 'Depreciation, insurance, upkeep and other costs beside the rent: the margin.',
  '交车与退车时逐项检查的内容，按车辆类别选用。': 'What is checked at handover and return, by class of vehicle.',
  // Bills and receipts
  '全部账单。勾选同一承租人的一张或多张账单可登记收款；点账单号看明细、算式与核销。':
    'All bills. Select bills of one lessee to record a receipt; a number opens items, formulas and what was paid.',
  '尚未收齐的账单，按应付日从早到晚。': 'Bills not fully paid, earliest due day first.',
  '账单的每一项费用与算式。': 'Every item of the bills with its formula.',
  '按车辆查看的账单，与账单列表是同一批账单；已作废的不在内，合计里的应收 − 已收 − 核销 = 未收。':
    'The same bills by vehicle, voided ones left out. In the sums: receivable − received − written off = open.',
  '线下收款由一人登记、另一人确认。确认后按指定或默认顺序核销，余款转入预存余额。':
    'One person records an offline receipt, another confirms it. It then pays bills as told or in the usual order; the rest goes to the balance.',
  '门店的收款码。客户扫码付款后由登记人填写，另一人核对到账后确认。': 'Payee codes of stores. Whoever records fills in the payment; another person confirms that it arrived.',
  '押金台账：收取、抵扣、退还都在流水里，余额等于流水之和。': 'Deposits: received, deducted and refunded are entries; the balance is their sum.',
  '退还预存余额或押金。申请时金额即被冻结，由另一位同事审批，付款后登记流水；驳回或取消后金额解冻。':
    'Refunds of balance or deposit. The amount is frozen on request and approved by a colleague; the payment is recorded. Rejected or cancelled, it is free again.',
  '在账单上申请，由另一位同事审批。核销只减少未收金额，可以撤回后继续催收。':
    'Requested on the bill, approved by a colleague. A write-off only lowers what is open and can be withdrawn to go on dunning.',
  '租金每收一笔，按规则分给运营公司、门店、车源方、渠道；各方合计恒等于实收。退款后按差额退回。':
    'Each rent received is shared by rule among company, store, owner and channel; the shares always add up to it. A refund takes the difference back.',
  '租金到账后如何在各方之间分配：先付固定金额，其余按比例，尾差归指定一方。退款时按规则收回。':
    'How rent is shared: fixed amounts first, the rest by ratio, the rounding to one party. Refunds are taken back by the same rule.',
  '应付给车源方、维修厂、保险公司、渠道等。录入后由另一位同事确认，付款登记后再由另一位同事复核。':
    'What we owe to owners, workshops, insurers, channels. A colleague confirms the entry, another checks the payment.',
  '应收按应付日（或出账日），实收按付款日，权责收入按用车日，三者各自统计、不相混。点任何数字看它的明细。':
    'Receivable by due (or billing) day, received by day of payment, accrued by day of use: three figures, never mixed. Any figure opens its records.',
  // Approval
  '全部审批单。可以终止卡住的审批；员工离职时把他的全部待办一次转给他人。': 'All cases. End one that is stuck; pass on all tasks of somebody who leaves.',
  '出差或休假期间请他人代为审批。这段时间内双方都能看到待办，先处理者生效，记录注明代理。':
    'Somebody else approves while you are away. Both see the tasks, whoever is first decides, the record names the deputy.',
  '流程定义：草稿 → 发布。发布新版本后，运行中的审批仍按原版本走完。': 'Processes: draft → published. Running cases finish on their own version.',
  '申请人填写的表单。拖放字段设计，发布后可被流程引用；修改产生新版本，已提交的申请不变。':
    'Forms for applicants. Drag fields; published forms can be used by processes. A change makes a new version, submitted applications stay.',
  '哪项业务需要哪个审批流程。没有设置流程的业务按它自身的规则办理。': 'Which business needs which process. Without one it follows its own rules.',
  '按门店或城市配置成员。流程里写「门店财务」，实际由业务所属门店的成员审批。':
    'Members by store or city. A process says "finance of the store"; the members of the store in question approve.',
  '谁可以发起哪个流程。没有设置的流程全体员工都可以发起。': 'Who may start which process. Without a setting everybody may.',
  '处理人可以做什么。只能在节点允许的操作中收窄，不能放宽。': 'What handlers may do: fewer than the node allows, never more.',
  '等待我审批、我发起的、抄送我的和我已处理的审批。可以批量同意，逐件显示结果；点击「发起申请」填写表单发起流程。':
    'Waiting for me, started by me, copied to me, handled by me. Approve several at once with a result for each; “Apply” starts a process with its form.',
  '我处理过的审批，可以查看意见、流程图与打印。': 'Cases I handled: opinions, flow chart, print.',
  '一张审批单：申请内容、业务单据、流程图、审批记录与可用的操作。': 'A case: what is asked, the document, the diagram, the record of approval and what you can do.',
  '一份申请的内容、流程图与操作记录。轮到您时在下方处理。': 'The content, flow chart and history of an application. When it is your turn, answer below.',
  '填写申请表；右侧显示将要经过的审批人。草稿自动保存，刷新后还在。': 'Fill in the form; who will approve stands on the right. Drafts are saved and survive a reload.',
  '按流程处理申请：同意、拒绝、退回、转办、委派或加签。': 'Answer an application: approve, reject, send back, pass on, delegate or add approvers.',
  '点击 + 添加节点，点击卡片设置；可以拖动、复制、撤销。「检查」列出不能发布的原因，「试运行」用样例数据看会走哪条路。':
    'Click + to add a node, a card to set it up; drag, copy, undo. The check lists what stands against publishing; a dry run shows the way of sample data.',
  '从左侧拖入字段，在右侧设置；「预览」查看电脑和手机上的样子。': 'Drag fields in from the left, set them up on the right; the preview shows them on computer and phone.',
  // Reviews and franchise
  '客户对订单的评价。低分评价请及时回复；不宜公开的可以隐藏。': 'What customers say of orders. Answer bad reviews soon; hide what should not be public.',
  '满减、立减、折扣、免租天数。发布后到开始日即可发放给承租人；在账单上使用时写一项负数明细，账单付清后券即核销。':
    'An amount off from a threshold, an amount off, a percentage, days without rent. Once published it can be issued to lessees from its first day; used on a bill it is one negative item, and when the bill is settled the coupon is used.',
  '已发给承租人的券：未使用、锁定在账单上、已使用、已过期或已回收。未使用的可以回收。':
    'Coupons issued to lessees: unused, locked to a bill, used, expired or recalled. Unused ones can be recalled.',
  '系统发往外部（短信、支付、电子签等）的每一次调用：等待、失败与原因。失败会按间隔自动重试约一天半，之后需人工重新发送或放弃。':
    'Every call that leaves the system (text messages, payment, signing): waiting, failed and why. Repeated by itself for about a day and a half, then sent again or given up by hand.',
  '谁在路上、带着什么、最近在哪里、何时到下一站：地图与表格对照，预计到达由本系统按最近定位估算，将晚于时段的标红。下方为在线司机名单。要推送任务，请到「订单推送」。':
    'Who is on the road with what, where last seen and when at the next stop: map and table together. Arrival is our own estimate from the last position; what will be late is red. Below, the drivers online. To push a mission go to Order push.',
  '整个安装的节点、队列、数据库大小、备份与恢复演练。只有负责本系统的公司能看到。':
    'Nodes, queues, size of the database, backups and drills of the whole installation. For the company that looks after it alone.',
}
