/** Who has no photo stands there by two characters on a colour that is always the same one for the same record. */
import { FILLS } from '../look/tokens.ts'

const GROUNDS = Object.values(FILLS)
/** White on any of them is readable (look/tokens.test.ts). */
export const groundOf = (id: number): string => GROUNDS[id % GROUNDS.length]!

/** 欧阳海燕 → 海燕, 王强 → 王强; 上海青禾物流有限公司 → 青禾; John Smith → JS. */
export function initialsOf(name: string): string {
  const words = name.trim()
  const chinese = words.match(/\p{Script=Han}/gu) ?? []
  if (chinese.length === 0) {
    const [first = '', second = ''] = words.split(/[\s._-]+/)
    return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase() || '?'
  }
  if (chinese.length <= 4) return chinese.slice(-2).join('')
  // Where a company is at home says less of it than what it is called.
  const own = chinese.join('').replace(/^(?:北京|上海|天津|重庆|.{2,3}?[省市县区])(?=.{2})/u, '')
  return Array.from(own).slice(0, 2).join('')
}
