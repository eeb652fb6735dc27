import { describe, expect, it } from 'vitest'
import { matchesPinyin, pinyinKeys } from './pinyin.ts'

describe('keys to store', () => {
  it.each([
    ['车辆列表', 'cheliangliebiao', 'cllb'],
    ['合同管理', 'hetongguanli', 'htgl'],
    ['京A12345', 'jinga12345', 'ja12345'],
    ['武汉·顺丰（集团）', 'wuhanshunfengjituan', 'whsfjt'],
    ['重庆长安', 'chongqingchangan', 'cqca'],
    ['吕布', 'lvbu', 'lb'],
    ['', '', ''],
    ['!!!', '', ''],
  ])('%s', (text, full, initials) => expect(pinyinKeys(text)).toEqual({ full, initials }))

  it('keeps both readings of a surname', () => {
    expect(pinyinKeys('单小明').full).toBe('danxiaoming shanxiaoming')
    expect(pinyinKeys('曾华')).toEqual({ full: 'cenghua zenghua', initials: 'ch zh' })
  })
})

describe('matching', () => {
  it.each([
    ['合同管理', 'hetong'],
    ['合同管理', 'HT'],
    ['合同管理', 'tg'],
    ['合同管理', '同管'],
    ['合同管理', ''],
    ['合同管理', ' he tong '],
    ['京A12345', '京a'],
    ['京A12345', 'jinga1'],
    ['京A12345', '京Ａ'],
    ['单小明', 'shanx'],
    ['单小明', 'sxm'],
  ])('%s is found by «%s»', (text, query) => expect(matchesPinyin(text, query)).toBe(true))

  it.each([
    ['合同管理', 'cheliang'],
    ['合同管理', '车'],
    ['合同管理', 'gh'],
    ['单小明', 'mings'],
  ])('%s is not found by «%s»', (text, query) => expect(matchesPinyin(text, query)).toBe(false))
})
