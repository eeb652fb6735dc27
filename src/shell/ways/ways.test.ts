import { expect, it } from 'vitest'
import { applicationOf, begunOf, claimOf, returnOf } from './ways.ts'

const STATE = `${'a1'.repeat(24)}1`

it('an address is a return of ours by its state, whatever the code is called', () => {
  expect(returnOf(`?code=abc&state=${STATE}`)).toEqual({ state: STATE, code: 'abc' })
  expect(returnOf(`?authCode=xyz&state=${STATE}`)).toEqual({ state: STATE, code: 'xyz' })
  expect(returnOf(`?error=access_denied&state=${STATE}&iss=https%3A%2F%2Fid.example.com`)).toEqual({
    state: STATE,
    error: 'access_denied',
    issuer: 'https://id.example.com',
  })
  expect(returnOf(`?code=abc&state=other`)).toBeNull()
  expect(returnOf(`?state=${STATE}`)).toBeNull()
  expect(returnOf('?redirect=%2F')).toBeNull()
})

it.each([
  ['Mozilla/5.0 (iPhone) AppleWebKit MicroMessenger/7.0.1 wxwork/4.1.0', 'wecom'],
  ['Mozilla/5.0 (Linux; Android 14) AliApp(DingTalk/7.6.0)', 'dingtalk'],
  ['Mozilla/5.0 (Macintosh) Lark/7.20.1 LarkLocale/zh_CN', 'feishu'],
  ['Mozilla/5.0 (iPhone) MicroMessenger/8.0', null],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140', null],
])('%s is opened inside %s', (agent, code) => expect(applicationOf(agent)).toBe(code))

it('what lies in the window is taken only when it is whole', () => {
  expect(begunOf(null)).toBeNull()
  expect(begunOf('{')).toBeNull()
  expect(begunOf('{"verifier":"v"}')).toBeNull()
  const begun = { verifier: 'v', label: '企业微信', purpose: 'bind', redirect: null }
  expect(begunOf(JSON.stringify(begun))).toEqual(begun)
  expect(claimOf('{"ticket":"t"}')).toBeNull()
  expect(claimOf('{"ticket":"t","verifier":"v","label":"钉钉"}')).toEqual({ ticket: 't', verifier: 'v', label: '钉钉' })
})
