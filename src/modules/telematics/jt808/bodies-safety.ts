/** Files of alarms (T/JSATL 12, 苏标): where to send them, which there are, one after another, and which parts are missing. */
import { readMark, writeMark, type AlarmMark } from './items-safety.ts'
import { hex, list, of, sizedText, struct, text, u16, u32, u8, type Codec } from './schema.ts'

const FILE_TYPES: Readonly<Record<number, string>> = { 0: '图片', 1: '音频', 2: '视频', 3: '文本', 4: '其他' }

const mark: Codec<AlarmMark> = {
  kind: { is: 'other', sample: () => ({ terminalId: '1234567', time: '2026-01-02 03:04:05', sequence: 1, attachments: 2, reserved: 0 }) },
  read: (r) => readMark(r),
  write: (w, value) => writeMark(w, value),
}
const file = { name: sizedText('文件名称'), type: u8('文件类型', { values: FILE_TYPES }), size: u32('文件大小', { unit: 'B' }) }
const part = struct({ offset: u32('数据偏移量'), length: u32('数据长度', { unit: 'B' }) })

export const safetyBodies = {
  '1210': struct({
    terminalId: hex('终端 ID', 7),
    mark: of('报警标识号', mark),
    number: text('报警编号', 32),
    type: u8('信息类型', { values: { 0: '正常报警文件', 1: '补传报警文件' } }),
    files: list('附件', 'u8', struct({ name: sizedText('文件名称'), size: u32('文件大小', { unit: 'B' }) })),
  }),
  '1211': struct(file),
  '1212': struct(file),
  '9208': struct({
    server: sizedText('附件服务器 IP 地址'),
    tcpPort: u16('TCP 端口'),
    udpPort: u16('UDP 端口'),
    mark: of('报警标识号', mark),
    number: text('报警编号', 32),
    reserved: hex('预留', 16),
  }),
  '9212': struct({
    name: sizedText('文件名称'),
    type: u8('文件类型', { values: FILE_TYPES }),
    result: u8('上传结果', { values: { 0: '完成', 1: '需要补传' } }),
    missing: list('补传数据包', 'u8', part),
  }),
}
