/** What stands behind the «?» of fields and inputs. */
export const HINTS: Readonly<Record<string, string>> = {
  '说明：{}': 'Help: {}',
  // Papers
  印在合同与各种单据上: 'Printed on contracts and papers',
  '印在合同与各种单据上；不填则用门店地址': 'Printed on contracts and papers; empty = the address of the store',
  '印在合同与各种单据上；不填则用门店电话': 'Printed on contracts and papers; empty = the phone of the store',
  '## 开头的一行是小标题；{{contract.deposit}} 这样的字段打印时换成合同的内容；**文字** 加粗':
    'A line that begins with ## is a heading; words such as {{contract.deposit}} are replaced when printed; **words** are bold',
  // System
  '只能包含数字、字母和下划线，创建后不可修改': 'Digits, letters and underscores only; fixed once created',
  '数据权限中的「本门店」指这些门店': 'Own stores in data permission means these',
  与角色上的模板合并生效: 'Together with the templates of the roles',
  '勾选后以 TMS 承运商外观登录': 'Signs in with the look of the TMS carrier',
  用此账号登录的人在承运商工作台看到本承运商的任务与费用:
    'Whoever signs in with it sees the missions and money of this carrier on its own page',
  '多个模板之间取并集；受控页面没有模板则看不到任何数据': 'Templates add up; a controlled page without one shows nothing',
  区域即门店所在城市: 'A region is the city of the stores',
  不受控的资源不按该规则限制: 'What is not controlled is not restricted by this rule',
  '被引用后不可修改；显示名称可以改': 'Fixed once used; the shown name may change',
  '不含端口，如 rental.localhost；* 表示其余所有域名': 'Without port, such as rental.localhost; * means all other hosts',
  '平台管理员只能在主站域名打开平台的页面（运营商、域名等）': 'Pages of the platform (operators, hosts) open on its main site only',
  '页面上显示姓名 + 手机尾号 + 时间；打印件与导出文件始终注明':
    'Name, end of the phone number and time on screen; prints and exports always carry them',
  '在高德开放平台申请「Web端(JS API)」类型的 Key 并绑定本域名；不填则使用内置底图。保存后刷新页面生效':
    'A key of type Web (JS API) of the AMap platform, bound to this host; empty = the map shipped with the product. Reload after saving',
  '与 Key 同时申请；登录用户的浏览器可见，请务必在高德开放平台设置域名白名单':
    'Comes with the key; browsers of signed-in users see it, so restrict the hosts on the AMap platform',
  '与界面上的文字完全一致；数字、名称等可变的部分写成 {}，例如「共 {} 条」':
    'Exactly the text on the screen; write {} for what varies, such as numbers and names: 「共 {} 条」',
  '不填表示尚未翻译，界面仍显示中文': 'Empty: not translated yet, the screen stays Chinese',
  '控制台内的地址，如 /lease/leaseList；接收人可由消息直接打开':
    'An address of the console such as /lease/leaseList; receivers open it from the message',
  // Vehicles
  地图货车导航使用: 'Used by truck navigation',
  '普通号牌 7 位，新能源号牌 8 位；以后变更请用「更换号牌」，保留历史':
    '7 characters, new-energy 8; later use the change of plate, which keeps the history',
  '以后变更请用「调拨门店」，保留历史': 'Later use the transfer, which keeps the history',
  '录入时的表显里程，不填为 0；以后由交车、收车更新': 'Odometer when entered, empty = 0; handovers and returns update it',
  // Telematics
  '超过三个心跳（至少 180 秒）没有任何数据即为离线': 'Offline after three heartbeats (at least 180 s) without data',
  '少数设备不发送鉴权消息；开启后仅凭终端号接收数据，存在冒用风险':
    'A few devices never authenticate; when on, the terminal number alone is believed and may be forged',
  '同一编号在不同厂家的设备上含义不同；冷链设备请按说明书选择，与所选不同的编号在「附加信息定义」中逐个登记':
    'The same number means different things to different makers; see the manual of cold-chain devices, and enter what differs under Definitions of extras',
  '以设备厂家的说明书为准；未配置的型号不能断油断电': 'As the maker’s manual says; models without it cannot be cut off',
  '终端控制：命令字十六进制，如 F0 或 64，可带参数 F0;1；文本：指令原文；参数：F030=内容；自定义：A006:01':
    'Control: command word in hex such as F0 or 64, with a parameter F0;1; text: as sent; parameter: F030=value; custom: A006:01',
  '一级限制：车辆照常行驶，熄火后不能再次启动；格式同上，设备不支持则留空':
    'First level: the vehicle drives on but does not start again; format as above, empty when not supported',
  '终端手机号（5–20 位数字），前导零可省略': 'Phone number of the terminal (5–20 digits), leading zeros may be left out',
  绑定车辆后随车辆所属门店: 'Follows the store of the vehicle once bound',
  '每行一个「经度,纬度」（WGS-84）。圆形：圆心；矩形：两个对角；多边形：至少三个顶点；路线走廊：至少两个点；行政区：不填':
    'One longitude,latitude a line (WGS-84). Circle: centre; rectangle: two corners; polygon: at least three points; corridor: at least two; district: empty',
  '六位代码，例如 310115': 'Six digits, such as 310115',
  '在围栏内超过此时长即报警；空 = 不限': 'Alarm after so long inside; empty = no limit',
  超过限速达到此时长才报警: 'Alarm only after so long above the limit',
  '离开须超出边界这么远；空 = 15 m 与半径 10% 的较大者':
    'Left only so far beyond the border; empty = the larger of 15 m and 10% of the radius',
  '连续几个点在内（外）才算进入（离开），防止漂移误报':
    'So many points in a row inside (outside) count as entering (leaving), against drift',
  'HH:mm，早于开始时间表示次日': 'HH:mm, earlier than the start means the next day',
  '高速公路、桥梁、隧道等：生效期间，本公司任何车辆在此围栏内都不能断开油电，与适用车辆无关；恢复不受限制':
    'Motorways, bridges, tunnels: while in force no vehicle of the company may be cut off inside, whichever it applies to; restoring is not restricted',
  补传数据表明事件未发生或时间不同: 'Late data show that it did not happen, or at another time',
  '空 = 车辆或承租人所属门店': 'Empty = the store of the vehicle or lessee',
  '例如 冷藏药品 2–8 ℃': 'For example 冷藏药品 2–8 ℃',
  '单位随测量项目：温度 ℃，湿度 %RH': 'In the unit of what is measured: ℃ of temperature, %RH of humidity',
  门磁即门的编号: 'Of a door contact the number of the door',
  '温度、湿度取自终端的附加信息，门磁取自状态位（门 1 至门 5），冷机另选信号':
    'Temperature and humidity come from additional items, door contacts from status bits (doors 1 to 5), cooling machines from the signal chosen',
  '终端以哪一位上报冷机运行，见安装记录': 'Which bit of the terminal says that the machine runs: see the record of installation',
  超出限值的幅度乘以分钟: 'Beyond the limit, times minutes',
  '回到范围内这么多才算恢复，防止在边界反复报警': 'Recovered only so far back inside, against alarms to and fro at the limit',
  '同一车辆用此标准的各探头之间；湿度标准则为湿度之差；空 = 不判断':
    'Between the probes of one vehicle with this standard; of humidities by a standard of humidity; empty = not judged',
  '距上下限不足此值时通道显示预警，不报警；0 = 不预警': 'Closer than this to a limit shows a warning, no alarm; 0 = none',
  超限达到此时长才报警: 'Alarm only after so long beyond',
  '一次超限中开着车门的时间，至多此时长不计入持续时长': 'Time with open doors in one excursion does not count, up to this',
  '须终端上报载货状态；不上报的终端视为空载': 'The terminal must report its load; otherwise it counts as empty',
  '行驶途中两次读数相隔不得超过此值，记录中逐段核对；药品规范要求不超过 5 分钟':
    'Two readings on the way may not lie further apart; the record checks each stretch. Drugs: at most 5 minutes',
  '超限期间两次读数相隔不得超过此值；药品规范要求不超过 2 分钟':
    'Two readings during an excursion may not lie further apart. Drugs: at most 2 minutes',
  超限报警时发消息给这些人: 'These people get a message when it alarms',
  '该角色中属于车辆所在门店的人，以及不限门店的人': 'Those of the role who belong to the store of the vehicle, and those of no store',
  '超限报警时由终端播报一次；终端不在线则不补发': 'The terminal says it once when it alarms; not repeated when offline',
  '空 = 不通知': 'Empty = nobody is told',
  '空 = 只记录，不报警': 'Empty = recorded, no alarm',
  上报时绑定的车辆: 'The vehicle it was bound to when reporting',
  '十六进制，可在「报文解析」中查看': 'Hex; the message tool reads it',
  '空 = 现在；设备已先上报时可填更早的时间，其间的轨迹归入该车辆':
    'Empty = now; earlier when the device has reported before: its track becomes the vehicle’s',
  '填写 = 临时跟踪，到期恢复；空 = 修改终端的缺省上报间隔': 'Filled = tracked for that long; empty = the usual interval is changed',
  '十六进制，用逗号分隔，例如 0001,0029,0055；空 = 全部': 'Hex, with commas, such as 0001,0029,0055; empty = all',
  '每行一个「编号=值」，例如 0029=30（缺省上报间隔，秒）、0055=100（最高速度，km/h）；设置后自动读回比对':
    'One number=value a line, such as 0029=30 (usual interval, s), 0055=100 (top speed, km/h); read back and compared',
  '仪表当前读数；空 = 车辆档案中的里程。写入终端（参数 0080）后自动读回比对':
    'What the odometer shows; empty = as in the vehicle file. Written to the terminal (parameter 0080), read back and compared',
  '以 http、https 或 ftp 开头，终端须能访问。固件与型号不符会使终端失效，须到现场修复':
    'Begins with http, https or ftp and can be reached by the terminal. Firmware of another model disables it until repaired on site',
  '升级后的版本号；终端通知升级成功，或查询终端属性得到此版本，即为生效':
    'The version afterwards; in force when the terminal says so or its properties show it',
  '十六进制；41、42 = 串口 1、2，F0–FF = 厂家自定义': 'Hex; 41, 42 = serial port 1, 2; F0–FF = the maker’s own',
  '十六进制，例如 0a1b2c；由终端转给所接设备，含义以设备说明书为准':
    'Hex, such as 0a1b2c; passed on to the connected device, see its manual',
  '断开油电须车辆静止；限制启动可用于行驶中的车辆，熄火后不能再次启动':
    'Cutting off needs a standing vehicle; refusing to start also works while driving',
  欠费或逾期时必填: 'Required for arrears',
  '断开油电可能危及行车安全：确认车辆停在安全位置，并已依约告知承租人':
    'Cutting off may endanger people: the vehicle stands safely and the lessee was told as agreed',
  与申请车辆一致才会下发: 'Sent only when it matches the vehicle applied for',
  '附加信息无法入库时，只保留位置、速度、状态与报警': 'Extras that cannot be stored are left out; place, speed, state and alarms stay',
  // Leasing
  '先付后用：账期首日起第几天；先用后付：账期末日起第几天': 'In advance: days from the first day of the period; in arrears: from its last',
  '退车欠款超出车辆押金时，违章押金中高于此金额的部分可以抵扣；不填则全部保留':
    'When debts exceed the vehicle deposit, what lies above this of the violation deposit may be used; empty = all is kept',
  占剩余未履行租金的比例: 'Share of the rent that remains',
  '按已租满的月数取第一个适用的档；租满最后一档的月数后不收': 'The first tier that fits the full months leased; none after the last',
  '到期未还按日租金的多少计费，100% 为原租金': 'Share of the daily rent when returned late; 100% = the same',
  '车位、平台服务、资金成本等': 'Parking, platform, capital and so on',
  不填时取该产品启用方案中最低的月租金: 'Empty = the lowest rent of the plans in use',
  '可以不指定，签合同时再选': 'May be left for the contract',
  '选择后带出租金与押金条款，可在合同中调整': 'Brings rent and deposits, which the contract may change',
  '只能选择待租车辆，每辆车生成一张租约': 'Available vehicles only; one lease each',
  '租期到该日为止，该日是否计费由首尾日规则决定': 'The term ends here; the day rule says whether the day is charged',
  '各期边界都从这一天推算，续租后不变': 'All periods are counted from this day, also after a renewal',
  '合同按日租金折算时填写；不填沿用原日租金': 'For contracts by daily rent; empty = as before',
  '已签续租、续租期在换车之后开始时适用：续租单约定的租金默认不变':
    'When a signed renewal begins after the swap: its rent stays unless changed',
  '正数补收，负数退还': 'Positive: charged; negative: returned',
  调价时为新租金开始的日子: 'With a new price, the day it begins',
  '系统算出的金额可以调低，不能调高；不填按系统金额': 'May be lowered, not raised; empty = as calculated',
  提交时按收款计划计算: 'Calculated from the plan when submitted',
  合同按日租金折算时填写: 'For contracts by daily rent',
  '接在现租期之后，没有空档': 'Follows the present term without a gap',
  该租约尚未付清的账单: 'Bills of the lease not paid yet',
  '正数为承租人应付，负数为公司应退': 'Positive: owed by the lessee; negative: returned to him',
  '租金按日归新车，违章按此时刻划分责任': 'Rent by the day; violations by this moment',
  // Money
  '占欠款本金的比例；空为不设上限': 'Share of what is owed; empty = no cap',
  不选则全部门店可用: 'None = all stores',
  负数为反核销: 'Negative: taken back',
  '转入为正，转出为负': 'In is positive, out negative',
  '越具体越优先：合同、渠道、车源方、门店、全公司': 'The most particular goes first: contract, channel, owner, store, company',
  出账日不早于生效日的租金账单按此分账: 'Rent bills issued from that day on',
  分账时账单上的车辆: 'The vehicle of the bill when it was split',
  这张账单到此时的实收: 'Received on this bill so far',
  '该账单恢复未收，款项转入预存余额': 'The bill is open again, the money goes to the balance',
  同一承租人尚未结清的账单: 'Open bills of the same lessee',
  '同一承租人的另一份租约，抵作该租约尚未收取的押金': 'Another lease of the same lessee whose deposit is due',
  '账单恢复未收，可以继续催收': 'The bill is open again and may be reminded of',
  '同一承租人尚未结清的账单；多出的金额转入其预存余额': 'Open bills of the same lessee; the rest goes to his balance',
  '例如：内部转账、利息': 'For example internal transfers, interest',
  // Approval
  '发起地址 /flow/apply/标识，创建后不可修改': 'Applied for at /flow/apply/key; fixed once created',
  '由业务操作发起的流程填写业务编码；留空为自由流程，由员工填写表单发起':
    'The code of the act that starts it; empty = started by people with a form',
  '自由流程必须有表单；业务流程可以另加补充表单': 'Required without an act; an act may have one besides',
  '审批人为空时转交给他们；没有填写时转给系统管理员': 'Take over when there is no approver; empty = the administrators',
  发起时显示给申请人: 'Shown to whoever applies',
  与门店资料中的城市一致: 'The city as the stores have it',
  '留空为默认规则，适用于没有单独设置的流程；有多条默认规则时以最新的为准':
    'Empty = for processes without one of their own; the newest counts',
  留空为全部流程: 'Empty = all processes',
  '如 contract.submit，可选的业务见页面上的列表': 'Such as contract.submit; the page lists them',
  '留空为全部门店；同一业务可以按门店使用不同流程': 'Empty = all stores; an act may use another process per store',
  '引起这次外发的操作；在系统日志与运行日志中可按它查找': 'What caused it; system log and running log are searched by it',
  '商户进件完成并开通分账账户后可选；结算时付到这个账户':
    'May be chosen once the merchant is finished and its split account is open; settlements are paid to it',
  分账规则为该方指定的账户: 'The account the rule names for this party',
}
