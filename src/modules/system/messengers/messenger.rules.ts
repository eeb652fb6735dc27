/** 办公平台 as rules: which there are, where they are called, what goes to them, and what a card says. Pure. */
import { maskPhone } from '#kit/basics/identifiers/mask.ts'

export const PROVIDERS = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' } as const
export type Provider = keyof typeof PROVIDERS

/** What its console calls the number of an application. */
export const APP_ID_LABELS: Readonly<Record<Provider, string>> = {
  wecom: '企业 ID（CorpID）',
  dingtalk: 'Client ID（AppKey）',
  feishu: 'App ID',
}

/** Fields of a change by which a platform that is ready opens sessions it did not open before. A new application or address forgets the secret, and the secret is asked for anew. */
export function opensWider(before: Readonly<Record<string, unknown>>, patch: Readonly<Record<string, unknown>>): string[] {
  const after: Readonly<Record<string, unknown>> = { ...before, ...patch }
  if (!after['signsIn'] || !after['secret']) return []
  return [
    ...['signsIn', 'matchesMobile'].filter((name) => patch[name] === true && before[name] !== true),
    ...('loginAddress' in patch ? ['loginAddress'] : []),
  ]
}

/** Categories of messages (`MESSAGE_CATEGORIES`) that go out by each choice. */
const SENT: Readonly<Record<string, readonly string[] | null>> = {
  all: null,
  work: ['approval', 'task', 'anomaly', 'expiry'],
  approval: ['approval'],
}
export const goesOut = (choice: string, category: string): boolean => SENT[choice]?.includes(category) ?? true

/** A number asked for by telephone and not there is asked for again after this: 企业微信 shuts whoever asks wrongly too often. */
const ASK_AGAIN_MS = 24 * 3_600_000
export const mayAsk = (missedAt: string | null, now: string): boolean =>
  missedAt === null || Date.parse(now) - Date.parse(missedAt) >= ASK_AGAIN_MS

export interface Card {
  title: string
  text: string
  /** Its time, to the second: two messages that say the same are two, and the same one sent twice is one. */
  at: string
  /** Where it leads; null where no address of the console is known outside. */
  url: string | null
}

const LONG_NUMBER = /(?<![\d.])1\d{10}(?!\d)/g
const IDENTITY = /(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g
/** What leaves for a foreign house names nobody's number and opens no door. */
const withoutNumbers = (text: string): string =>
  text
    .replaceAll(IDENTITY, (no) => `${no.slice(0, 4)}****${no.slice(-4)}`)
    .replaceAll(LONG_NUMBER, (mobile) => maskPhone(mobile))
    .replaceAll(/#t=[^\s，。；（）]+/g, '')

const shortened = (text: string, most: number): string => {
  const characters = Array.from(text.trim())
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}
/** 企业微信 cuts a title at 128 bytes and a description at 512, in the middle of a character. */
export const cardTitle = (title: string): string => shortened(withoutNumbers(title), 40)
export const cardText = (content: string | null): string => shortened(withoutNumbers(content ?? ''), 120)

/** 13812345678 of +8613812345678; null of anything else. */
export function mobileOf(said: unknown): string | null {
  const [, mobile] = (typeof said === 'string' && /^(?:\+?86)?(1\d{10})$/.exec(said.replaceAll(/[\s-]/g, ''))) || []
  return mobile ?? null
}
