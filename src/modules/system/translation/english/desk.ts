/** English of the clerk's desk: home pages, papers of fleets, what a form begins with, the ground of the map. Keyed by the Chinese text. */
export const DESK: Readonly<Record<string, string>> = {
  // Home
  调整布局: 'Arrange', 发布为公司默认: 'Publish for the company', '拖动卡片，或用卡片上的按钮调整次序。': 'Drag the cards, or move them by their buttons.',
  '显示「{}」': 'Show “{}”', '前移 {}': 'Move {} forward', '后移 {}': 'Move {} back', '隐藏 {}': 'Hide {}',
  '已发布：没有自己调整过的同事看到这个布局': 'Published: colleagues who have not arranged their own see this', '没有发布成功，请重试': 'Could not be published, please try again',
  '应收 · 实收 · 权责收入': 'Charged · received · earned', 逾期账龄: 'Overdue by age',
  // Papers
  整批交接单: 'Handover sheet of the fleet', 整批验收单: 'Inspection sheet of the fleet', 整批结算单: 'Settlement sheet of the fleet',
  '承租人本人提车可以不填，即其登记的手机号': 'May stay empty when the lessee comes himself: his registered number counts',
  正在读取车辆里程: 'Reading the odometer', '里程已按终端填入 {} km（{}），请与仪表核对': 'Odometer filled in from the terminal: {} km ({}); please check the dashboard',
  // Money at the desk
  '未收（含滞纳金）': 'Open, with late fee', 其中滞纳金: 'Of this late fee', 现月租金合计: 'Rents now', 续租月租金合计: 'Rents after renewal', 每月差额: 'Difference a month',
  调整租金: 'Rent changed', 没有填好租金: 'No rent yet', '现月租金（元）': 'Rent now (yuan)', 签合同: 'New contract', '承租人还没审核，先「审核通过」再签合同': 'The lessee is not reviewed; approve first, then sign',
  '只有状态为「正常」的承租人才能签合同': 'Only a lessee in state “normal” can sign', 请先把申请内容看到末尾: 'Read the application to its end first', '{}并写意见': '{}, with a comment',
  '不填则与身份证号相同（填了准驾车型时）': 'Left empty beside a class, the same as the ID number',
  // Vehicle and lessee
  收支: 'Income and cost', 打开车辆收益: 'Open vehicle revenue', '近 12 个月没有收入和成本': 'No income or cost in the last 12 months', 月份: 'Month',
  '近 12 个月；租金按用车日计，成本按发生日或分摊期，与「车辆收益」相同': 'Last 12 months; rent by day of use, cost by day or spread, as in vehicle revenue',
  概况: 'Overview', 在租车辆: 'Vehicles on lease', 其中逾期: 'Of these overdue', 未结违章: 'Open violations', '查看全部 {} 辆': 'Show all {}',
  // Ground of the map
  '天地图 Key': 'Tianditu key', 瓦片地址: 'Tile address', 瓦片坐标系: 'Coordinates of the tiles', 地图版权说明: 'Credit of the map', '国际坐标（WGS-84）': 'WGS-84', '国内偏移坐标（GCJ-02）': 'GCJ-02',
  '在天地图开放平台申请「浏览器端」类型的 Key；填写了高德地图 Key 时以高德为准。保存后刷新页面生效': 'A browser key of the Tianditu platform; an AMap key goes before it. Reload after saving',
  '自有或第三方的 XYZ 瓦片，例如 https://tiles.example.com/{z}/{x}/{y}.png；没有填写上面的 Key 时使用': 'XYZ tiles of your own or of a supplier, such as https://tiles.example.com/{z}/{x}/{y}.png; used when no key is given above',
  '国内厂商的瓦片多为 GCJ-02；选错时车辆会偏离道路数百米': 'Chinese suppliers mostly have GCJ-02; with the wrong one vehicles stand hundreds of metres beside the road',
  显示在地图右下角: 'Shown at the lower right of the map',
  '地图数据 © OpenStreetMap': 'Map data © OpenStreetMap', '想看到街道？': 'Want to see streets?', 地图来源: 'Maps', 地图下层: 'Map below', 来源: 'Source', 设置: 'Setting',
  '自上而下取第一个填写了的；不能使用时自动改用内置底图，并在地图上说明原因': 'The first one that is filled in is taken; when it does not work, the built-in map is used and the map says why',
  能否使用: 'Does it work', 试一下: 'Try', 可以使用: 'Works', 不能使用: 'Does not work', 使用中: 'In use', 高德地图: 'AMap', 天地图: 'Tianditu', 'XYZ 瓦片': 'XYZ tiles', '自有地图文件（PMTiles）': 'Map file of your own (PMTiles)', 内置底图: 'Built-in map',
  '试一下{}': 'Try {}', '没有填写 Key': 'No key', 没有填写瓦片地址: 'No tile address', '没有放置地图文件：放入数据目录的 maps 文件夹，或用环境变量 MAP_PMTILES 指定': 'No map file: put one into the folder maps of the data folder, or name it with MAP_PMTILES',
  '随产品发布，只有轮廓、河流与湖泊，没有街道': 'Part of the product: outlines, rivers and lakes, no streets', '没有试成，请再试一次': 'The trial failed, please try again', '保存之后还没有刷新页面，请刷新后再试': 'The page was not reloaded after saving; reload and try again',
  'Key 与域名绑定，请在 {} 打开控制台后再试': 'Keys are bound to hosts: open the console at {} and try there', 瓦片服务八秒没有响应: 'The tile service did not answer for eight seconds', '无法连接瓦片服务，或它不允许本域名访问': 'The tile service cannot be reached, or does not allow this host',
  '瓦片服务拒绝了请求（{}），请检查 Key 与域名白名单': 'The tile service refused ({}): check the key and its allowed hosts', '瓦片服务在全国中部没有瓦片（{}），请检查瓦片地址': 'The tile service has no tile in the middle of the country ({}): check the address',
  '瓦片服务应答错误（{}），请检查瓦片地址': 'The tile service answered an error ({}): check the address', '瓦片服务返回的不是图片，请检查瓦片地址与 Key': 'The tile service answered no picture: check the address and the key',
  '高德地图没有画出来，请检查 Key 的类型（Web端 JS API）、安全密钥与域名白名单': 'AMap drew nothing: check the kind of the key (Web JS API), the security code and the allowed hosts', 高德地图加载失败: 'AMap could not be loaded', '{}；已改用内置底图': '{}; the built-in map is used instead',
}
