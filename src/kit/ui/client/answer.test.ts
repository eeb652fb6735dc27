import { describe, expect, it } from 'vitest'
import { addressOf, fileNameOf, noAnswer, queryString, readAnswer, TEXT, wantsOverlay } from './answer.ts'

const path = '/api/v1/vehicle/list'

describe('a call', () => {
  it('goes to /api, or to /mock when asked so', () => {
    expect(addressOf('v1/comment/export')).toBe('/api/v1/comment/export')
    expect(addressOf('/api/log/list')).toBe('/api/log/list')
    expect(addressOf('/v1/project/list', true)).toBe('/mock/v1/project/list')
  })
  it('lays its overlay over everything, reads included, unless it is disabled or a part of a page waits for itself', () => {
    const signal = new AbortController().signal
    expect(wantsOverlay('POST', {})).toBe(true)
    expect(wantsOverlay('GET', {})).toBe(true)
    expect(wantsOverlay('GET', { overlay: false })).toBe(false)
    expect(wantsOverlay('POST', { overlay: false })).toBe(false)
    expect(wantsOverlay('GET', { signal })).toBe(false)
    expect(wantsOverlay('GET', { silent: true })).toBe(false)
  })
})

describe('answers of the server, as the customer catalogued them', () => {
  it('code 200 gives the data', () => {
    expect(readAnswer(path, 200, { code: 200, message: '操作成功', data: [1] })).toMatchObject({ ok: true, data: [1], toast: null })
  })
  it('code 9100 is passed back silently with its data', () => {
    const data = { done: 1, failed: 1 }
    expect(readAnswer(path, 200, { code: 9100, message: '部分', data })).toMatchObject({ ok: true, code: 9100, data, toast: null })
  })
  it('code 1501 is rejected with the fixed sentence, whatever the server said', () => {
    const outcome = readAnswer(path, 200, { code: 1501, message: 'x', data: null })
    expect(outcome).toMatchObject({ ok: false, toast: { text: '该证件已存在，不可重复添加', kind: 'business' } })
  })
  it('code 40103 is rejected without a toast', () => {
    expect(readAnswer(path, 200, { code: 40103, message: '需要确认', data: { a: 1 } })).toMatchObject({
      ok: false,
      toast: null,
      message: '需要确认',
      data: { a: 1 },
    })
  })
  it('any other code in a good answer is the message of the server as a business toast', () => {
    expect(readAnswer(path, 200, { code: 7, message: '不行', data: null })).toMatchObject({
      ok: false,
      toast: { text: '不行', kind: 'business' },
    })
  })
  it('a failed request says the default, unless the server said something', () => {
    expect(readAnswer(path, 500, '<html>').toast).toEqual({ text: TEXT.failed, kind: 'http' })
    expect(readAnswer(path, 500, { message: '编号 7' }).toast).toEqual({ text: '编号 7', kind: 'http' })
  })
  it('a refusal of ours is business although it travels as 4xx; what others answer on the way is a failure', () => {
    for (const status of [400, 404, 409, 422])
      expect(readAnswer(path, status, { code: 4221, message: '库存不足', data: null }).toast).toEqual({
        text: '库存不足',
        kind: 'business',
      })
    expect(readAnswer(path, 404, '<html>').toast?.kind).toBe('http')
    expect(readAnswer(path, 403, { code: 403, message: '缺少「新增」' }).toast?.kind).toBe('http')
    expect(readAnswer(path, 429, { code: 429, message: '请稍候' }).toast?.kind).toBe('http')
  })
  it('502 and 403 have sentences of their own', () => {
    expect(readAnswer(path, 502, '').toast?.text).toBe('服务器暂时不可用')
    expect(readAnswer(path, 403, { message: '缺少「新增」' }).toast?.text).toBe('权限不足，请设置相关权限（缺少「新增」）')
    expect(readAnswer(path, 403, { message: TEXT.forbidden }).toast?.text).toBe(TEXT.forbidden)
  })
  it('what is asked of a person first is told by its page, not by a toast about rights', () => {
    const body = { code: 403, message: '公司要求启用两步验证，请先启用再继续', reason: 'session.enrol' }
    expect(readAnswer(path, 403, body)).toMatchObject({ demand: 'enrol', toast: null, message: body.message })
    expect(readAnswer(path, 403, { ...body, reason: 'session.password' }).demand).toBe('password')
    expect(readAnswer(path, 422, { ...body, reason: 'lease.askSettle.state' }).demand).toBeNull()
  })
  it('invalid_token outside the oauth paths means the login is over, inside it is an ordinary failure', () => {
    expect(readAnswer(path, 401, { code: 401, error: 'invalid_token', message: 'x' })).toMatchObject({ expired: true, toast: null })
    expect(readAnswer('/api/oauth/check_token', 400, { error: 'invalid_token', error_description: '已失效' })).toMatchObject({
      expired: false,
      message: '已失效',
    })
  })
  it('answers below /api/oauth/ come back as they are', () => {
    expect(readAnswer('/api/oauth/token', 200, { access_token: 'a' }).data).toEqual({ access_token: 'a' })
  })
  it('no answer at all is a failed request', () => {
    expect(noAnswer().toast).toEqual({ text: '服务器请求失败', kind: 'http' })
  })
})

describe('addresses and file names', () => {
  it('leaves empty values out and joins lists', () => {
    expect(queryString({ a: '', b: null, c: undefined, d: 0, e: ['x', 'y'], f: false })).toBe('?d=0&e=x%2Cy&f=false')
    expect(queryString(undefined)).toBe('')
  })
  it('prefers the encoded file name and survives a broken one', () => {
    expect(fileNameOf(`attachment; filename="x.xlsx"; filename*=UTF-8''%E8%BD%A6.xlsx`, 'd')).toBe('车.xlsx')
    expect(fileNameOf(`attachment; filename*=UTF-8''%E8%; filename="x.xlsx"`, 'd')).toBe('x.xlsx')
    expect(fileNameOf(null, 'd')).toBe('d')
  })
})
