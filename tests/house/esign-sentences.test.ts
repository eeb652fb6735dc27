/** Every sentence with which e-contracts refuse something is heard in a test: a new one without its case fails here. */
import { expect, test } from 'vitest'
import { sources, textOf } from './source.ts'

/** Behind another guard that speaks first, or only between two statements of a race; why each cannot be heard alone. */
const UNHEARD: Record<string, string> = {
  没有签署方: 'a paper without a place to sign is refused before its parties are counted',
  请填写经办人手机号: 'whoever is signed in has a telephone',
  合同还没有签署完成: 'asked of the port in its conformance by kind, not by words',
  签署流程不存在: 'the same',
  无法读取这份文件: 'the provider says so of files we made ourselves',
  服务商一次最多: 'a provider is handed at most what a paper has places for',
  签署区所在的第: 'places are checked when the paper is made',
  合同文件已失效: 'bytes are claimed in the commit behind the upload',
  多人同时签署: 'five signatures between two statements',
  合同名称最多: 'heard by its beginning',
}

const SAID = /(?:refused|invalid|absent|conflict)\(\s*(?:\{[^}]*?:\s*)?(['`])((?:(?!\1).)+)\1/gs
/** Its longest part that stands in the source as it is heard. */
const spoken = (sentence: string): string =>
  sentence
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .filter((part) => /\p{Script=Han}/u.test(part))
    .toSorted((a, b) => b.length - a.length)[0] ?? ''

test('each is heard word for word, or it is said why it cannot be', () => {
  const guarded = sources.filter((file) => file.startsWith('src/modules/esign/') && file.endsWith('.server.ts'))
  const tests = sources
    .filter((file) => file.startsWith('tests/stories/') || (file.startsWith('src/modules/esign/') && file.endsWith('.test.ts')))
    .map(textOf)
    .join('\n')
  const sentences = guarded.flatMap((file) => [...textOf(file).matchAll(SAID)].map((match) => spoken(match[2]!)).filter(Boolean))
  expect(sentences.length).toBeGreaterThan(60)
  const silent = sentences.filter((one) => !tests.includes(one) && !Object.keys(UNHEARD).some((part) => one.includes(part)))
  expect([...new Set(silent)]).toEqual([])
  // What is heard by now, or said no more, is no exception.
  const idle = Object.keys(UNHEARD).filter((part) => !sentences.some((one) => one.includes(part)))
  expect(idle).toEqual([])
})
