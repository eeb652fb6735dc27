/** 字典、参数、站点、版本: what an administrator sets once. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const dictGroup = defineEntity({
  name: 'dictGroup',
  label: '字典分组',
  right: 'dictionary',
  title: ['name'],
  search: ['code', 'name'],
  fields: {
    code: f.text('分组编码', { required: true, fixed: true, format: 'code', unique: '该分组编码已存在', maxLength: 60 }),
    name: f.text('分组名称', { required: true, maxLength: 60 }),
    builtin: f.flag('系统内置', { readOnly: true }),
    remark: f.text('说明', { maxLength: 200 }),
  },
  list: { columns: ['code', 'name', 'builtin', 'remark'], filters: ['code', 'name', 'builtin'], sort: 'code' },
  form: { 字典分组: ['code', 'name', 'remark'] },
  children: [{ entity: 'dictItem', by: 'dictGroup', label: '字典项' }],
})

export const dictItem = defineEntity({
  name: 'dictItem',
  label: '字典项',
  right: 'dictionary',
  title: ['name'],
  search: ['value', 'name'],
  fields: {
    dictGroup: f.ref('字典分组', 'dictGroup', { required: true, fixed: true }),
    value: f.text('字典值', { required: true, fixed: true, format: 'code', maxLength: 60, hint: '被引用后不可修改；显示名称可以改' }),
    name: f.text('显示名称', { required: true, maxLength: 60 }),
    color: f.choice(
      '颜色',
      { default: '默认', blue: '蓝', green: '绿', gold: '黄', red: '红', purple: '紫' },
      { required: true, default: 'default' },
    ),
    idx: f.int('排序', { required: true, default: 0, min: 0, max: 9999 }),
    enabled: f.flag('启用', { default: true, quick: true }),
  },
  unique: [{ fields: ['dictGroup', 'value'], message: '该分组下已有此字典值' }],
  list: {
    columns: ['dictGroup', 'value', 'name', 'color', 'idx', 'enabled'],
    filters: ['dictGroup', 'value', 'name', 'enabled'],
    sort: 'dictGroup,idx',
    tree: 'dictGroup',
  },
  form: { 字典项: ['dictGroup', 'value', 'name', 'color', 'idx', 'enabled'] },
})

/** Only values that differ from the default of a module's `parameters`; the screen 参数设置 is written by hand. */
export const parameterValue = defineEntity({
  name: 'parameterValue',
  label: '参数',
  right: 'parameterSett',
  writes: 'none',
  title: ['code'],
  fields: {
    code: f.text('参数编码', { required: true, unique: true }),
    value: f.json<number | boolean | string>('参数值', { required: true }),
  },
  list: { columns: ['code', 'value'], filters: ['code'], sort: 'code' },
  form: { 参数: ['code', 'value'] },
})

/** Where the tiles of a map are had; its host becomes part of the page's policy, so nothing in it may vary. */
export function isTileAddress(address: string): boolean {
  if (!/^https?:\/\/[^/{}\s;,'"]+\//.test(address) || /[\s;,'"]/.test(address) || !URL.canParse(address)) return false
  return ['{z}', '{x}', '{y}'].every((part) => address.includes(part))
}

/** Look per host (spec §1): title, company, logo, favicon, login background, root flag, variant. */
export const siteConfig = defineEntity({
  name: 'siteConfig',
  label: '站点配置',
  right: 'appConfig',
  title: ['host'],
  search: ['host', 'title', 'company'],
  fields: {
    host: f.text('域名', {
      required: true,
      unique: '该域名已配置',
      maxLength: 100,
      hint: '不含端口，如 rental.localhost；* 表示其余所有域名',
    }),
    look: f.choice('外观', { leasing: '车辆租赁', rental: '汽车租赁', tms: 'TMS 承运商' }, { required: true, default: 'leasing' }),
    title: f.text('系统名称', { required: true, maxLength: 40 }),
    company: f.text('公司名称', { required: true, maxLength: 60 }),
    logo: f.files('Logo', { maxCount: 1, accept: ['image/png', 'image/jpeg', 'image/webp'] }),
    favicon: f.files('网站图标', { maxCount: 1, accept: ['image/png'] }),
    loginBackground: f.files('登录页背景', { maxCount: 1, accept: ['image/png', 'image/jpeg', 'image/webp'] }),
    primaryColor: f.choice(
      '主题色',
      { blue: '蓝', teal: '青', green: '绿', orange: '橙', red: '红', purple: '紫' },
      { required: true, default: 'blue' },
    ),
    root: f.flag('主站', { hint: '平台管理员只能在主站域名打开平台的页面（运营商、域名等）' }),
    watermark: f.flag('页面水印', { hint: '页面上显示姓名 + 手机尾号 + 时间；打印件与导出文件始终注明' }),
    androidUrl: f.text('安卓 APP 下载地址', { format: 'url', maxLength: 300 }),
    iosUrl: f.text('苹果 APP 下载地址', { format: 'url', maxLength: 300 }),
    icp: f.text('备案号', { maxLength: 60 }),
    amapKey: f.text('高德地图 Key', {
      format: 'code',
      maxLength: 64,
      hint: '在高德开放平台申请「Web端(JS API)」类型的 Key 并绑定本域名；不填则使用内置底图。保存后刷新页面生效',
    }),
    amapCode: f.text('高德安全密钥', {
      format: 'code',
      maxLength: 64,
      hint: '与 Key 同时申请；登录用户的浏览器可见，请务必在高德开放平台设置域名白名单',
    }),
    tiandituKey: f.text('天地图 Key', {
      format: 'code',
      maxLength: 64,
      hint: '在天地图开放平台申请「浏览器端」类型的 Key；填写了高德地图 Key 时以高德为准。保存后刷新页面生效',
    }),
    mapTiles: f.text('瓦片地址', {
      maxLength: 300,
      hint: '自有或第三方的 XYZ 瓦片，例如 https://tiles.example.com/{z}/{x}/{y}.png；没有填写上面的 Key 时使用',
    }),
    mapTilesCrs: f.choice(
      '瓦片坐标系',
      { wgs84: '国际坐标（WGS-84）', gcj02: '国内偏移坐标（GCJ-02）' },
      { default: 'wgs84', hint: '国内厂商的瓦片多为 GCJ-02；选错时车辆会偏离道路数百米', when: (v) => Boolean(v['mapTiles']) },
    ),
    mapTilesCredit: f.text('地图版权说明', { maxLength: 60, hint: '显示在地图右下角', when: (v) => Boolean(v['mapTiles']) }),
  },
  check: (v) =>
    v.amapCode && !v.amapKey
      ? { at: 'amapKey', reason: '填写了高德安全密钥，请同时填写高德地图 Key' }
      : v.mapTiles && !isTileAddress(v.mapTiles)
        ? { at: 'mapTiles', reason: '瓦片地址应以 http:// 或 https:// 开头，并含 {z}、{x}、{y}，域名中不能有花括号' }
        : null,
  list: { columns: ['host', 'look', 'title', 'company', 'logo', 'root', 'watermark'], filters: ['host', 'look'], sort: 'host' },
  form: {
    站点: ['host', 'look', 'title', 'company', 'primaryColor'],
    图片: ['logo', 'favicon', 'loginBackground'],
    地图: ['amapKey', 'amapCode', 'tiandituKey', 'mapTiles', 'mapTilesCrs', 'mapTilesCredit'],
    其他: ['root', 'watermark', 'androidUrl', 'iosUrl', 'icp'],
  },
})

/** Release notes; the newest published one is what verify.json announces. */
const release = defineEntity({
  name: 'release',
  label: '版本',
  right: 'versionList',
  title: ['versionNo'],
  search: ['versionNo', 'title', 'notes'],
  fields: {
    versionNo: f.text('版本号', { required: true, unique: '该版本号已存在', maxLength: 20 }),
    status: f.state('状态', { draft: '草稿', published: '已发布' }, 'draft'),
    title: f.text('标题', { required: true, maxLength: 80 }),
    notes: f.note('更新内容', { required: true, maxLength: 5000 }),
    publishedAt: f.instant('发布时间', { readOnly: true }),
  },
  list: {
    columns: ['versionNo', 'status', 'title', 'publishedAt', 'notes'],
    filters: ['versionNo', 'status', 'publishedAt'],
    sort: '-publishedAt',
  },
  form: { 版本: ['versionNo', 'title', 'notes'] },
})
export const releaseActions = defineActions(release, {
  publish: {
    label: '发布',
    from: ['draft'],
    to: 'published',
    tone: 'primary',
    confirm: '发布后所有在线用户会收到新版本提示并刷新页面。确认发布？',
  },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    dictGroup: RowOf<typeof dictGroup>
    dictItem: RowOf<typeof dictItem>
    parameterValue: RowOf<typeof parameterValue>
    siteConfig: RowOf<typeof siteConfig>
    release: RowOf<typeof release>
  }
  interface ActionsOf {
    release: typeof releaseActions
  }
}
