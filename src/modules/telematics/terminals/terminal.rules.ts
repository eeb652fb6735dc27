/** Rules of terminals and device profiles, pure. */
import type { Check } from '#kit/basics/identifiers/checks.ts'

export interface CutProfile {
  cutBy: 'none' | 'control' | 'text' | 'parameter' | 'raw'
  cutCode: string | null
  restoreCode: string | null
  /** Restricting only the next start; optional. */
  limitCode: string | null
}
const SHAPES: Record<Exclude<CutProfile['cutBy'], 'none'>, { pattern: RegExp; words: string }> = {
  control: { pattern: /^[0-9A-Fa-f]{1,2}(?:;[\x20-\x7e]*)?$/, words: '终端控制指令应为命令字十六进制，可带参数，例如 F0 或 F0;1' },
  text: { pattern: /^\S[^\r\n]*$/, words: '请填写文本指令原文' },
  parameter: { pattern: /^[0-9A-Fa-f]{1,8}=.+$/, words: '参数指令应为「参数编号=内容」，例如 F030=1' },
  raw: { pattern: /^[0-9A-Fa-f]{4}:(?:[0-9A-Fa-f]{2})*$/, words: '自定义消息应为「消息编号:消息体十六进制」，例如 A006:01' },
}

/** A profile either cannot cut at all, or can cut and restore. */
export function checkProfile(p: CutProfile): Check {
  if (p.cutBy === 'none') return null
  const { pattern, words } = SHAPES[p.cutBy]
  const codes = [p.cutCode, p.restoreCode, ...(p.limitCode ? [p.limitCode] : [])]
  for (const code of codes) {
    if (!code) return '支持断油断电的型号须同时填写断开指令与恢复指令'
    if (!pattern.test(code)) return words
  }
  return p.cutCode === p.restoreCode
    ? '断开指令与恢复指令不能相同'
    : new Set(codes).size < codes.length
      ? '限制启动指令不能与断开或恢复指令相同'
      : null
}

/** Offline after three heartbeats without a frame, at the earliest after three minutes (fleet.md §3.7). */
export const onlineTimeoutSeconds = (heartbeatSeconds: number): number => Math.max(3 * heartbeatSeconds, 180)
