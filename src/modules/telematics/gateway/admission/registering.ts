/** What a terminal says of itself when it registers, as it is kept. */
import { GT06_MAKER } from '../../gt06/translator.ts'
import { plainText, type Bodies, type Header, type Version } from '../../jt808/jt808.ts'
import type { Known } from './directory.server.ts'

export type Admit = 'known' | 'open'

/** Who asks to be registered, and what it says of itself. */
export interface Registering {
  phone: string
  header: Header
  body: Bodies['0100']
  /** Whether the link still stands: nobody is registered who has gone. */
  open: () => boolean
  /** Tells people; called when a known terminal's number is used by something else. */
  say: (known: Known, why: string) => void
}
export const protocolOf = (version: Version, maker: string): 'jt808v2011' | 'jt808v2013' | 'jt808v2019' | 'gt06' =>
  maker === GT06_MAKER ? 'gt06' : `jt808v${version}`

/** Texts of a device, as the database takes them. */
export const plain = (text: string, most: number): string => plainText(text).replaceAll('\0', '').trim().slice(0, most)
