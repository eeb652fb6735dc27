import { describe, expect, test } from 'vitest'
import { pagesOf } from './pages.ts'

const list = { code: 'bookList', title: '图书列表', path: '/library/bookList', menu: 'libraryMenu', help: '馆藏图书。' }

describe('the pages of an entity', () => {
  test('are its list, a record, a new one and a changed one, beside each other and ruled by the list', () => {
    expect(pagesOf('book', '图书', { list, detail: 'bookDetail', add: 'bookAdd', edit: 'bookMod' })).toEqual([
      { ...list, kind: 'list', entity: 'book' },
      { code: 'bookDetail', title: '图书详情', path: '/library/bookDetail', kind: 'detail', entity: 'book', of: 'bookList' },
      { code: 'bookAdd', title: '新增图书', path: '/library/bookAdd', kind: 'form', entity: 'book', of: 'bookList', right: 'bookList_add' },
      {
        code: 'bookMod',
        title: '修改图书',
        path: '/library/bookMod',
        kind: 'form',
        entity: 'book',
        of: 'bookList',
        right: 'bookList_edit',
      },
    ])
  })
  test('stand below another list, and only those that are named are there', () => {
    expect(pagesOf('loan', '借阅', { of: 'bookList', at: '/library', detail: 'loanDetail' })).toEqual([
      { code: 'loanDetail', title: '借阅详情', path: '/library/loanDetail', kind: 'detail', entity: 'loan', of: 'bookList' },
    ])
  })
  test('say what differs: a title, an address, a right, or none', () => {
    const pages = pagesOf('book', '图书', {
      of: 'bookList',
      at: '/library',
      detail: { code: 'bookDetail', title: '一本书', path: '/library/book' },
      edit: { code: 'bookMod', right: undefined },
    })
    expect(pages.map((page) => [page.title, page.path, page.right])).toEqual([
      ['一本书', '/library/book', undefined],
      ['修改图书', '/library/bookMod', undefined],
    ])
  })
  test('show promoted actions in the rows, beside what the list filters, and above a record', () => {
    const [rows, record] = pagesOf('book', '图书', {
      list: { ...list, view: { filter: { status: 'lent' } } },
      promoted: ['giveBack'],
      detail: 'bookDetail',
    })
    expect(rows?.view).toEqual({ filter: { status: 'lent' }, promoted: ['giveBack'] })
    expect(record?.view).toEqual({ promoted: ['giveBack'] })
  })
  test('take the rights of another list where they show another one’s entity, and are the platform’s where the list is', () => {
    const pages = pagesOf('book', '旧书', {
      list: { ...list, code: 'oldBooks', platform: true },
      rights: 'bookList',
      add: 'oldBookAdd',
      edit: 'oldBookMod',
    })
    expect(pages.map((page) => [page.of, page.right, page.platform])).toEqual([
      [undefined, undefined, true],
      ['oldBooks', 'bookList_add', true],
      ['oldBooks', 'bookList_edit', true],
    ])
  })
})
