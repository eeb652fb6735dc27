import { expect, it } from 'vitest'
import { postProblem } from './recruit.rules.ts'

const post = { title: '城配司机', pay: '月薪 8000–12000 元', detail: '浦东仓出发，送超市，B2 照' }
const OUT = (words: string): string => `招募内容含「${words}」，招聘不能有性别、民族、户籍、宗教信仰、婚育等歧视，请修改`
const TAKES = (words: string): string => `招募内容含「${words}」，不能向应聘人收取费用或扣押证件，请修改`

it.each([
  ['what it should be', {}, null],
  ['no word of the pay', { pay: null }, '请先填写薪酬说明，招募要写明劳动报酬'],
  ['blanks for the pay', { pay: '  ' }, '请先填写薪酬说明，招募要写明劳动报酬'],
  ['no word of the work', { detail: '' }, '请先填写招募说明，写明工作内容、地点和条件'],
  ['men only', { detail: '仅限男性' }, OUT('仅限男性')],
  ['women need not ask', { title: '司机，女士勿扰' }, OUT('女士勿扰')],
  ['of no sex in particular', { detail: '不限男女' }, null],
  ['from here only', { detail: '只招本地人' }, OUT('只招本地人')],
  ['anybody, wherever from', { detail: '不限本地户口' }, null],
  ['unmarried first', { pay: '未婚优先' }, OUT('未婚优先')],
  ['a deposit', { pay: '8000 元，押金 500' }, TAKES('押金')],
  ['papers are kept', { detail: '入职扣押证件' }, TAKES('扣押证件')],
  ['who says there is none says the right thing', { detail: '不收取任何押金' }, null],
  ['none of one and some of another', { detail: '不收押金，培训费自理' }, TAKES('培训费')],
])('%s', (_, more, words) => expect(postProblem({ ...post, ...more })).toBe(words))
