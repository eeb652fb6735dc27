import { afterEach, expect, it, vi } from 'vitest'
import { preloadIcons } from './icons.web.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A browser's picture that is there when the test says so. */
function pictures(): { asked: string[]; arrive: () => void; most: () => number } {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let most = 0
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        asked.push(address)
      }
      decode(): Promise<void> {
        return new Promise((resolve, reject) => {
          // Every second one is broken: the others are fetched all the same.
          waiting.push(asked.length % 2 ? resolve : () => reject(new Error('broken')))
          most = Math.max(most, waiting.length)
        })
      }
    },
  )
  return { asked, arrive: () => waiting.shift()?.(), most: () => most }
}

it('icons are fetched ahead three at a time, each once, names of the shipped ones not at all', async () => {
  const { asked, arrive, most } = pictures()
  const addresses = Array.from({ length: 8 }, (_, i) => `/api/v1/site/file?id=${i}`)
  const done = preloadIcons([...addresses, ...addresses, 'car', null, 'https://elsewhere.example/x.png'])
  expect(asked).toEqual(addresses.slice(0, 3))
  for (let n = 3; n < addresses.length; n++) {
    arrive()
    await expect.poll(() => asked.length).toBe(n + 1)
  }
  for (let i = 0; i < 3; i++) arrive()
  await done
  expect(asked).toEqual(addresses)
  expect(most()).toBe(3)
})
