/** Pages a person starred: 常用功能. On the server with the other settings, so they are there on every device. */
import { useSetting } from '#kit/ui/state/setting.web.ts'

const none: string[] = []
const MOST = 12

/** Codes of screens in the order they were starred, and the star of one of them turned. */
export function useFavourites(): { codes: readonly string[]; turn: (code: string) => void } {
  const [codes, setCodes] = useSetting<string[]>('shortcuts', none)
  return {
    codes,
    turn: (code) => setCodes((before) => (before.includes(code) ? before.filter((one) => one !== code) : [...before, code].slice(-MOST))),
  }
}
