import { describe, expect, test } from 'vitest'
import { randomOf } from '../basics/random.ts'
import { gridOf, isSpoiltNumber, spoiltText, textOfGrid, wallTimeOfSerial } from './text-table.ts'

describe('a table as text', () => {
  test.each<[string, string, string[][]]>([
    [
      'an empty first cell keeps its column',
      '备注,日期,金额\n,2026-11-02,100',
      [
        ['备注', '日期', '金额'],
        ['', '2026-11-02', '100'],
      ],
    ],
    [
      'so does an empty last one',
      'a,b,c\n1,2,',
      [
        ['a', 'b', 'c'],
        ['1', '2', ''],
      ],
    ],
    [
      'a quoted cell may break its line',
      'a,b\r\n"x\r\ny",2\r\n3,4',
      [
        ['a', 'b'],
        ['x\ny', '2'],
        ['3', '4'],
      ],
    ],
    [
      'and hold what parts the others, and quotes',
      'a,b\n"1,000.5","说""好"""',
      [
        ['a', 'b'],
        ['1,000.5', '说"好"'],
      ],
    ],
    [
      'a tab that guards a long number parts nothing',
      'a,b,c\n1,2,110100\t\n3,4\t,5',
      [
        ['a', 'b', 'c'],
        ['1', '2', '110100'],
        ['3', '4', '5'],
      ],
    ],
    [
      'nor in quotes',
      'a,b\n"110100\t",2',
      [
        ['a', 'b'],
        ['110100', '2'],
      ],
    ],
    [
      'other guards go too',
      'a,b,c\n=\'1,`2,\'3\n="0012","=""0013""",4',
      [
        ['a', 'b', 'c'],
        ["='1", '2', '3'],
        ['0012', '0013', '4'],
      ],
    ],
    [
      'a comma within a table of tabs is a comma',
      '日期\t金额\n2026-01-05\t1,234,567.00',
      [
        ['日期', '金额'],
        ['2026-01-05', '1,234,567.00'],
      ],
    ],
    [
      'also where every line has one, and ends in an empty cell',
      '名，备\t金额\t注\n甲\t1,234\t\n乙\t2,345\t',
      [
        ['名，备', '金额', '注'],
        ['甲', '1,234', ''],
        ['乙', '2,345', ''],
      ],
    ],
    [
      'a full-width comma of an address is one too',
      'a,b\n长安街，东口,1\n三环路,2',
      [
        ['a', 'b'],
        ['长安街，东口', '1'],
        ['三环路', '2'],
      ],
    ],
    [
      'unless it is what parts the table',
      '车牌号，违法时间\n京A1，2026',
      [
        ['车牌号', '违法时间'],
        ['京A1', '2026'],
      ],
    ],
    [
      'or both do, as typed',
      '车牌号，违法时间，罚款\n京A1,2026,5',
      [
        ['车牌号', '违法时间', '罚款'],
        ['京A1', '2026', '5'],
      ],
    ],
    [
      'a heading typed above lines copied',
      '车牌号,违法时间\n京A1\t2026\n京A2\t2027',
      [
        ['车牌号', '违法时间'],
        ['京A1', '2026'],
        ['京A2', '2027'],
      ],
    ],
    [
      'a quote nobody closes is a quote',
      'a,b\n"租金,1\n乙,2',
      [
        ['a', 'b'],
        ['"租金', '1'],
        ['乙', '2'],
      ],
    ],
    [
      'rows further down are no part of it',
      'a,b,c\n"x,1,2\ny,3,4\nz",5,6',
      [
        ['a', 'b', 'c'],
        ['"x', '1', '2'],
        ['y', '3', '4'],
        ['z"', '5', '6'],
      ],
    ],
    [
      'inches are no quotes',
      'a,b\n5"轮胎,1',
      [
        ['a', 'b'],
        ['5"轮胎', '1'],
      ],
    ],
    ['a mark of UTF-8 is no letter', '\uFEFFa\tb', [['a', 'b']]],
  ])('%s', (_title, text, grid) => expect(gridOf(text)).toEqual(grid))

  test('written and read again is the same, whatever the cells hold', () => {
    const random = randomOf(20_261_102)
    const parts = ['甲', '1', ' b', '"', ',', '，', '\n', '\t', "x'y", '2026-11-02 10:00:00', '1,234.50', '说"好"', '']
    const cell = (): string => Array.from({ length: Math.floor(random() * 4) }, () => parts[Math.floor(random() * parts.length)]).join('')
    for (let n = 0; n < 400; n++) {
      const grid = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
        Array.from({ length: 3 }, () => cell().trim().replace(/^[`']/, '').trim()),
      )
      expect(gridOf(textOfGrid(grid)), JSON.stringify(grid)).toEqual(grid)
    }
  })
})

describe('numbers and days of Excel', () => {
  test('one of more than 15 digits shows that it is spoilt', () => {
    expect([spoiltText(Number('20261105000000012345')), spoiltText(123_456_789_012_345)]).toEqual(['2.02611E+19', null])
    expect(['2.02611E+19', '6.2E+18', '1E+15', '20261105000000012345', '1.5', 'E+1', '3E5'].map(isSpoiltNumber)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
  test('a serial is a day and a time on the wall', () => {
    expect(['46352', '46352.3125', '1234', '123456', '2026-11-26'].map(wallTimeOfSerial)).toEqual([
      '2026-11-26 00:00:00',
      '2026-11-26 07:30:00',
      null,
      null,
      null,
    ])
  })
})
