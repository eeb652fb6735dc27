import { z } from 'zod'
import { expect, it } from 'vitest'
import { asTransaction } from '../database/transaction.server.ts'
import { adaptor, type AnyPort } from './define.server.ts'
import { openPorts } from './open.server.ts'

const parts = { dataDir: () => '/nowhere', secretKey: () => Buffer.alloc(32), log: () => {} }
interface Echo {
  kind: string
  say(): Promise<string>
}
let opened = 0
const echo = (kind: string): Echo => ({
  kind,
  async say() {
    return this.kind
  },
})
const port = (more: Partial<AnyPort> = {}): AnyPort => ({
  name: 'echo',
  label: '回声',
  builtIn: { name: 'own', label: '自带', open: () => (opened++, echo('own')) },
  adaptors: {
    far: adaptor({
      label: '远端',
      variables: z.object({ FAR_URL: z.url(), FAR_WAIT: z.coerce.number().default(3) }),
      open: (v) => echo(`${v.FAR_URL} ${v.FAR_WAIT}`),
    }),
  },
  ...more,
})
const open = (environment: Record<string, string> = {}, more: Partial<AnyPort> = {}): Echo =>
  (openPorts([port(more)], environment, parts).ports as unknown as { echo: Echo }).echo

it('is opened when it is first asked for, and once', async () => {
  opened = 0
  const { ports } = openPorts([port()], {}, parts)
  expect(opened).toBe(0)
  const { echo: first } = ports as unknown as { echo: Echo }
  expect(await first.say()).toBe('own')
  expect((ports as unknown as { echo: Echo }).echo).toBe(first)
  expect(opened).toBe(1)
})
it('is opened with what the environment says, defaults included', async () => {
  expect(await open({ FAR_URL: 'http://127.0.0.1/far' }).say()).toBe('http://127.0.0.1/far 3')
  expect(await open({ FAR_URL: 'http://127.0.0.1/far', FAR_WAIT: '9' }).say()).toBe('http://127.0.0.1/far 9')
})
it('is not called inside a transaction, unless it says that it must be', async () => {
  await expect(asTransaction(async () => open().say())).rejects.toThrow('port echo.say was called inside a transaction')
  expect(await asTransaction(async () => open().kind)).toBe('own')
  expect(await asTransaction(async () => open({}, { insideTransactions: true }).say())).toBe('own')
})
it('two of one name, or two that read the same variable, do not start', () => {
  expect(() => openPorts([port(), port()], {}, parts)).toThrow('two ports share a name')
  expect(() => openPorts([port(), port({ name: 'other' })], {}, parts)).toThrow('same variable')
})
