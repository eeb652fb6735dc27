/** Every text that a page of the console has in its source is read in English: what is put together, sentence by sentence. */
import { expect, test } from 'vitest'
import { codeOf, files } from '#tests/house/source.ts'
import { readerOf } from '#shell/language/reader.ts'
import { ENGLISH } from './english.ts'

const CHINESE = /[\u4e00-\u9fff]/
/** Pages of people without an account: theirs are the words of `selfservice`, or Chinese, as the papers are. */
const OUTSIDE =
  /\/(?:selfservice|phone|public)\/|\/(?:carrier-page|sign-page|verify-page|pdf-pages|ink)\.web|statements\/page\.web|login\/demo|demo(?:-look)?\.web/
/** Signs of the calendar, heads of a sheet to be pasted, names of languages and of files; names around a word that any sentence may have. */
const DATA =
  /^(?:[一二三四五六日租待逾还留签草占换修停运终围字个项票人等站]|周7|7 周7|.*(?:违法时间|交易日期|交易时间).*\d{4}-\d{2}.*|.+\.(?:xlsx|pdf|json)|简体中文|日本語|[京沪浙苏粤][A-Z0-9]*|\{starter\}的\{process\}|7第 7 行|第 7 行7|7探头7|7对应的7|7 元7)$/

/** Texts of literals, of templates (their holes as numbers: what stands there is known when it is shown), and between tags. */
export function textsIn(code: string): string[] {
  const texts: string[] = []
  let bare = ''
  let at = 0
  const literal = (quote: string): string => {
    let text = ''
    for (at++; at < code.length && code[at] !== quote && code[at] !== '\n'; at++) text += code[at] === '\\' ? code[++at] : code[at]
    at++
    return text
  }
  const template = (): string => {
    let text = ''
    for (at++; at < code.length && code[at] !== '`';) {
      if (code[at] === '\\') at++
      else if (code.startsWith('${', at)) {
        at += 2
        text += '7'
        walk('}')
        continue
      }
      text += code[at++]
    }
    at++
    return text
  }
  /** Up to the brace that ends what was begun. */
  function walk(end: string): void {
    while (at < code.length) {
      const sign = code[at]!
      if (sign === end) return void at++
      if (sign === '{') {
        bare += sign
        at++
        walk('}')
        bare += '}'
      } else if (sign === "'" || sign === '"') texts.push(literal(sign))
      else if (sign === '`') texts.push(template())
      else {
        bare += sign
        at++
      }
    }
  }
  walk('')
  for (const [, text] of bare.matchAll(/[>}]([^<>{}()=;[\]]*[\u4e00-\u9fff][^<>{}=;[\]]*)(?=[<{])/g)) texts.push(text!)
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => CHINESE.test(text))
}

test('finds texts between tags, in literals and in templates', () => {
  const code = "const a = `第 ${i + 1} 页${more ? `，共 ${n} 页` : ''}`; say('好', { of: '甲' })"
  expect(textsIn(code)).toEqual(['，共 7 页', '第 7 页7', '好', '甲'])
  expect(textsIn('<b>\n  没有数据\n</b>')).toEqual(['没有数据'])
})

test('of the console all are read', () => {
  const read = readerOf(ENGLISH)
  const pages = files.filter((file) => /^src\/.+\.web\.tsx?$/.test(file) && !OUTSIDE.test(file))
  const texts = new Map(pages.flatMap((file) => textsIn(codeOf(file)).map((text) => [text, file] as const)))
  const unread = [...texts].filter(([text]) => !DATA.test(text) && read(text) === null)
  expect(texts.size).toBeGreaterThan(2500)
  expect(unread.map(([text, file]) => `${file}: ${text}`)).toEqual([])
})
