import { expect, test } from 'vitest'
import { Gather, Gone } from './gather.server.ts'

interface Asked {
  of: string
  waits: boolean
  known?: boolean
}

/** Rounds as they were asked; each is answered when the test says so. */
function gathering(most = 3) {
  const rounds: string[][] = []
  const release: (() => void)[] = []
  const gather = new Gather<Asked, string>({
    most,
    keyOf: ({ of }) => of,
    wanted: ({ waits }) => waits,
    first: ({ known = false }) => known,
    answer: (all) => {
      rounds.push(all.map(({ of }) => of))
      return new Promise((resolve) => release.push(() => resolve(all.map(({ of }) => `${of}!`))))
    },
  })
  const next = async (): Promise<void> => {
    await expect.poll(() => release.length).toBeGreaterThan(0)
    release.shift()!()
  }
  return { gather, rounds, next }
}

test('who goes while he waits is not asked about, and takes nobody his place', async () => {
  const { gather, rounds, next } = gathering()
  const leaving = ['b', 'c', 'd', 'e'].map((of) => ({ of, waits: true }))
  const first = gather.ask({ of: 'a', waits: true })
  await expect.poll(() => rounds).toEqual([['a']])
  const gone = leaving.map((asked) => gather.ask(asked).catch((error: unknown) => error))
  const last = ['f', 'g'].map((of) => gather.ask({ of, waits: true }))
  for (const asked of leaving) asked.waits = false
  await next()
  await next()
  expect(await Promise.all([first, ...last])).toEqual(['a!', 'f!', 'g!'])
  expect((await Promise.all(gone)).every((error) => error instanceof Gone)).toBe(true)
  expect(rounds).toEqual([['a'], ['f', 'g']])
})

test('when all have gone there is no round, and the next one who asks is answered', async () => {
  const { gather, rounds, next } = gathering()
  await expect(gather.ask({ of: 'a', waits: false })).rejects.toBeInstanceOf(Gone)
  const later = gather.ask({ of: 'b', waits: true })
  await next()
  expect([await later, rounds]).toEqual(['b!', [['b']]])
})

test('two questions about the same thing never share a round', async () => {
  const { gather, rounds, next } = gathering()
  const all = ['a', 'b', 'a'].map((of) => gather.ask({ of, waits: true }))
  await next()
  await next()
  await Promise.all(all)
  expect(rounds).toEqual([['a', 'b'], ['a']])
})

test('who is known goes before a crowd of strangers that was there first, and they have the rest of the round', async () => {
  const { gather, rounds, next } = gathering()
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((of) => gather.ask({ of, waits: true }))
  await expect.poll(() => rounds).toEqual([['a', 'b', 'c']])
  all.push(...['K', 'L'].map((of) => gather.ask({ of, waits: true, known: true })))
  for (let i = 0; i < 3; i++) await next()
  await Promise.all(all)
  expect(rounds).toEqual([
    ['a', 'b', 'c'],
    ['K', 'L', 'd'],
    ['e', 'f', 'g'],
  ])
})
