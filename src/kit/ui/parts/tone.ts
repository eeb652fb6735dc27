/** Colours of states and dictionary values: the same value looks the same on every screen, in light and dark. */
import { asText } from '../../basics/text.ts'
export const TONES = ['grey', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold'] as const
export type Tone = (typeof TONES)[number]

/** Words that mean the same in every trade. Anything else gets a colour by its spelling, always the same one. */
const KNOWN: readonly (readonly [Tone, RegExp])[] = [
  ['red', /^(overdue|rejected|refused|failed|fault|error|breached|lost|blacklisted|locked|suspended|refunding)$/],
  [
    'grey',
    /^(draft|void|voided|cancelled|canceled|closed|ended|expired|disabled|disposed|archived|offline|none|waived|revoked|withdrawn|terminated|inactive|shut)$/,
  ],
  [
    'green',
    /^(active|enabled|available|approved|paid|done|finished|completed|settled|confirmed|online|published|passed|valid|signed|normal|full|effective)$/,
  ],
  [
    'orange',
    /^(pending|waiting|approving|reviewing|unpaid|partial|partlyPaid|preparing|submitted|unsigned|todo|unread|toConfirm|signing|open)$/,
  ],
  ['blue', /^(running|processing|leased|inUse|inTransit|progress|ongoing|assigned|accepted|dispatched|delivering)$/],
  ['purple', /^(reserved|locked|frozen|repairing|repair)$/],
]
/** Never red or green by chance: those two say good and bad. */
const NEUTRAL: readonly Tone[] = ['blue', 'purple', 'cyan', 'gold']

export function stateColor(value: unknown): Tone {
  const text = asText(value)
  if (text === '') return 'grey'
  const known = KNOWN.find(([, words]) => words.test(text))
  if (known) return known[0]
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return NEUTRAL[sum % NEUTRAL.length] as Tone
}

/** Names dictionaries know from other consoles. */
const ALIASES: Readonly<Record<string, Tone>> = {
  default: 'grey',
  gray: 'grey',
  info: 'grey',
  primary: 'blue',
  processing: 'blue',
  success: 'green',
  warning: 'orange',
  danger: 'red',
  error: 'red',
  yellow: 'gold',
  volcano: 'orange',
  geekblue: 'blue',
  magenta: 'purple',
  pink: 'purple',
  lime: 'green',
  teal: 'cyan',
}

/** The tone a dictionary's colour means; null when it is a colour of its own. */
export function toneOf(color: string): Tone | null {
  const name = color.trim().toLowerCase()
  return isTone(name) ? name : Object.hasOwn(ALIASES, name) ? (ALIASES[name] as Tone) : name === '' ? 'grey' : null
}

export const isTone = (text: unknown): text is Tone => (TONES as readonly unknown[]).includes(text)
