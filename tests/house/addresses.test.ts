/**
 * An address that is stored and later called or shown goes through one rule (decisions 0124, 0130). Every text parameter and every field that sounds
 * like an address stands here with what is asked of it: whoever adds one is asked.
 */
import { describe, expect, test } from 'vitest'
import type { Field } from '#kit/entity/field.ts'
import { fieldsOf } from '#kit/entity/names.ts'
import { LOOSENS } from '#modules/system/rights/security/profile.rules.ts'
import { checkParameter } from '#modules/system/settings/parameters.ts'
import { modules } from '../../src/modules.ts'

const parameters = modules.flatMap((module) => module.parameters ?? [])

/** Texts that are no address, with what reads them. */
const WORDS: Readonly<Record<string, string>> = {
  adminAddresses: 'networks, read by checkAddresses',
  autoUrgeDays: 'days',
  freightAreaCode: 'a code that is reported',
  freightPermitNo: 'a number that is reported',
  paperAddress: 'a place on papers',
  paperCreditCode: 'a number on papers',
  paperPhone: 'a telephone on papers',
}
/** Fields that sound like an address and have another rule than format `url`. */
const FIELDS: Readonly<Record<string, string>> = {
  'affairDue.link': 'a page of the console, written by the program',
  'franchiseApply.host': 'read off the call, never called',
  'inboxMessage.link': 'a page of the console, copied from the message',
  'merchant.signUrl': 'the word of the provider of payments, by an internal action',
  'signFlow.site': 'judged by siteFor before it is stored',
  'siteConfig.host': 'a host that is compared, never called',
  'systemMessage.link': 'a page of the console, begins with /',
}
const sounds = /(?:url|link|site|host|webhook|endpoint)$/i
const isText = (field: Field): field is Field & { kind: 'text' } => field.kind === 'text'

describe('an address that somebody types', () => {
  test('as a parameter is of a use, or no address', () => {
    const texts = parameters.filter((p) => p.kind === 'text')
    const asked = texts.filter((p) => p.address === undefined && !(p.code in WORDS)).map((p) => p.code)
    expect(asked, 'say `address`, or here why it is none').toEqual([])
    expect(Object.keys(WORDS).filter((code) => !texts.some((p) => p.code === code && !p.address))).toEqual([])
  })
  test('is refused with other schemes and, where it is called, when it leads into the house', () => {
    const addresses = parameters.filter((p) => p.address !== undefined)
    expect(addresses.map((p) => [p.code, p.address])).toEqual(
      expect.arrayContaining([
        ['signSite', 'site'],
        ['tsaUrl', 'called'],
      ]),
    )
    const refused = [
      'javascript:alert(1)',
      'file:///etc/passwd',
      'data:text/html,x',
      'ftp://a.example.com',
      '//a.example.com',
      'a.example.com',
    ]
    const house = [
      'http://127.0.0.1:1/',
      'http://2130706433:1/',
      'http://169.254.169.254/latest',
      'https://10.0.0.5/tsa',
      'http://tsa.internal/',
    ]
    for (const p of addresses) {
      for (const text of [...refused, 'https://a:b@example.com', ...(p.address === 'called' ? house : ['https://example.com/path'])])
        expect([p.code, text, checkParameter(p, text)]).toEqual([p.code, text, expect.stringContaining(p.label)])
      for (const text of ['', 'https://tsa.example.com', 'http://tsa.example.com:8080']) expect(checkParameter(p, text)).toBeNull()
    }
  })
  test('in a field has the format of one, or its reason', () => {
    const known = new Set<string>()
    const asked = modules
      .flatMap((module) => module.entities)
      .flatMap((entity) =>
        fieldsOf(entity).flatMap(([name, field]) => {
          if (!isText(field) || !sounds.test(name)) return []
          known.add(`${entity.name}.${name}`)
          return field.format === 'url' || `${entity.name}.${name}` in FIELDS ? [] : [`${entity.name}.${name}`]
        }),
      )
    expect(asked).toEqual([])
    expect(Object.keys(FIELDS).filter((name) => !known.has(name))).toEqual([])
  })
})

test('a parameter of security says when a change loosens it, so that nobody loosens it alone', () => {
  const ofSecurity = parameters.filter((p) => p.group === '安全').map((p) => p.code)
  expect(ofSecurity.filter((code) => !(code in LOOSENS))).toEqual([])
  expect(Object.keys(LOOSENS).filter((code) => !ofSecurity.includes(code))).toEqual([])
})
