import { expect, it } from 'vitest'
import { comboOf } from './combo.ts'

const press = (key: string, more: Partial<Parameters<typeof comboOf>[0]> = {}) =>
  comboOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })

it('Ctrl and ⌘ are the same modifier', () => {
  expect(press('k', { ctrlKey: true })).toBe('mod+k')
  expect(press('K', { metaKey: true })).toBe('mod+k')
})
it('shift is named for letters and named keys, but not for signs that already need it', () => {
  expect(press('F', { shiftKey: true })).toBe('shift+f')
  expect(press('ArrowLeft', { shiftKey: true })).toBe('shift+arrowleft')
  expect(press('?', { shiftKey: true })).toBe('?')
})
it('a plain key is itself', () => {
  expect(press('Escape')).toBe('escape')
  expect(press('j')).toBe('j')
  expect(press('w', { altKey: true })).toBe('alt+w')
})
