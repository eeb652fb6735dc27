/** 界面译文: the console in other languages, keyed by the Chinese text (what is delivered with the product is in english.ts). */
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'

export const LANGUAGES = { en: '英语', ja: '日语', ko: '韩语', ru: '俄语', vi: '越南语' } as const
export type LanguageCode = keyof typeof LANGUAGES

const holes = (text: string | null | undefined): number => (text ?? '').split('{}').length - 1

export const translation = defineEntity({
  name: 'translation',
  label: '界面译文',
  right: 'translationList',
  title: ['source'],
  search: ['source', 'target'],
  fields: {
    language: f.choice('语言', LANGUAGES, { required: true, default: 'en' }),
    source: f.text('中文原文', {
      required: true,
      maxLength: 200,
      hint: '与界面上的文字完全一致；数字、名称等可变的部分写成 {}，例如「共 {} 条」',
    }),
    target: f.text('译文', { quick: true, maxLength: 300, hint: '不填表示尚未翻译，界面仍显示中文' }),
  },
  unique: [{ fields: ['language', 'source'], message: '该语言已有这条原文' }],
  check: (v) => (v.target && holes(v.source) !== holes(v.target) ? '译文与原文中 {} 的个数必须相同' : null),
  list: { columns: ['source', 'target', 'language'], filters: ['language', 'source', 'target'], sort: 'language,source' },
  form: { 译文: ['language', 'source', 'target'] },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    translation: RowOf<typeof translation>
  }
}
