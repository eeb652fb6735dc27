/** Signalling of JT/T 1078 that shares the port; the media streams themselves go elsewhere. */
import { hex, list, sizedText, struct, time, u16, u32, u8 } from './schema.ts'

const MEDIA = { 0: '音频和视频', 1: '音频', 2: '视频', 3: '音频或视频' }
const STREAM = { 0: '主码流', 1: '子码流' }
const STORE = { 0: '主或灾备存储器', 1: '主存储器', 2: '灾备存储器' }
const LARGER = { 0: '调大', 1: '调小' }
const SWITCH = { 0: '停止', 1: '启动' }
const period = { startAt: time('开始时间'), endAt: time('结束时间') }
/** 64 bits: the alarms of 0x0200 and those of video. */
const alarm = hex('报警标志', 8)
const query = {
  channel: u8('逻辑通道号'),
  ...period,
  alarm,
  media: u8('音视频资源类型', { values: MEDIA }),
  stream: u8('码流类型', { values: { 0: '所有码流', 1: '主码流', 2: '子码流' } }),
  store: u8('存储器类型', { values: STORE }),
}

export const videoBodies = {
  '1003': struct({
    audioCoding: u8('输入音频编码方式'),
    audioChannels: u8('输入音频声道数'),
    audioRate: u8('输入音频采样率', { values: { 0: '8 kHz', 1: '22.05 kHz', 2: '44.1 kHz', 3: '48 kHz' } }),
    audioBits: u8('输入音频采样位数', { values: { 0: '8 位', 1: '16 位', 2: '32 位' } }),
    audioFrame: u16('音频帧长度'),
    audioOut: u8('是否支持音频输出'),
    videoCoding: u8('视频编码方式'),
    maxAudio: u8('支持的最大音频物理通道数'),
    maxVideo: u8('支持的最大视频物理通道数'),
  }),
  '1005': struct({ ...period, on: u16('上车人数'), off: u16('下车人数') }),
  '1205': struct({ serial: u16('流水号'), items: list('音视频资源', 'u32', struct({ ...query, size: u32('文件大小', { unit: 'B' }) })) }),
  '1206': struct({ serial: u16('应答流水号'), result: u8('结果', { values: { 0: '成功', 1: '失败' } }) }),
  '9003': struct({}),
  '9101': struct({
    server: sizedText('服务器 IP 地址'),
    tcpPort: u16('TCP 端口'),
    udpPort: u16('UDP 端口'),
    channel: u8('逻辑通道号'),
    media: u8('数据类型', { values: { 0: '音视频', 1: '视频', 2: '双向对讲', 3: '监听', 4: '中心广播', 5: '透传' } }),
    stream: u8('码流类型', { values: STREAM }),
  }),
  '9102': struct({
    channel: u8('逻辑通道号'),
    control: u8('控制指令', { values: { 0: '关闭音视频传输', 1: '切换码流', 2: '暂停发送', 3: '恢复发送', 4: '关闭双向对讲' } }),
    close: u8('关闭音视频类型', { values: { 0: '音视频', 1: '音频', 2: '视频' } }),
    stream: u8('切换码流类型', { values: STREAM }),
  }),
  '9105': struct({ channel: u8('逻辑通道号'), loss: u8('丢包率', { unit: '%' }) }),
  '9201': struct({
    server: sizedText('服务器 IP 地址'),
    tcpPort: u16('TCP 端口'),
    udpPort: u16('UDP 端口'),
    channel: u8('逻辑通道号'),
    media: u8('音视频类型', { values: MEDIA }),
    stream: u8('码流类型', { values: { 0: '主码流或子码流', 1: '主码流', 2: '子码流' } }),
    store: u8('存储器类型', { values: STORE }),
    playback: u8('回放方式', { values: { 0: '正常', 1: '快进', 2: '关键帧快退', 3: '关键帧播放', 4: '单帧上传' } }),
    speed: u8('快进或快退倍数'),
    ...period,
  }),
  '9202': struct({
    channel: u8('音视频通道号'),
    control: u8('回放控制', { values: { 0: '开始', 1: '暂停', 2: '结束', 3: '快进', 4: '关键帧快退', 5: '拖动', 6: '关键帧播放' } }),
    speed: u8('快进或快退倍数'),
    position: time('拖动回放位置'),
  }),
  '9205': struct(query),
  '9206': struct({
    server: sizedText('FTP 服务器地址'),
    port: u16('端口'),
    user: sizedText('用户名'),
    password: sizedText('密码'),
    path: sizedText('文件上传路径'),
    ...query,
    conditions: u8('任务执行条件', { bits: ['WIFI 下可下载', 'LAN 下可下载', '3G/4G 下可下载'] }),
  }),
  '9301': struct({
    channel: u8('逻辑通道号'),
    direction: u8('方向', { values: { 0: '停止', 1: '上', 2: '下', 3: '左', 4: '右' } }),
    speed: u8('速度'),
  }),
  '9302': struct({ channel: u8('逻辑通道号'), direction: u8('焦距', { values: LARGER }) }),
  '9303': struct({ channel: u8('逻辑通道号'), direction: u8('光圈', { values: LARGER }) }),
  '9304': struct({ channel: u8('逻辑通道号'), on: u8('启停', { values: SWITCH }) }),
  '9305': struct({ channel: u8('逻辑通道号'), on: u8('启停', { values: SWITCH }) }),
  '9306': struct({ channel: u8('逻辑通道号'), direction: u8('变倍', { values: LARGER }) }),
  '9207': struct({ serial: u16('应答流水号'), control: u8('上传控制', { values: { 0: '暂停', 1: '继续', 2: '取消' } }) }),
}
