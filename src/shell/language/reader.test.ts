import { describe, expect, it } from 'vitest'
import { readerOf } from './reader.ts'

const read = readerOf({
  车辆: 'Vehicle',
  保存: 'Save',
  空着的: '',
  '共 {} 条': '{} in all',
  新增: 'Add',
  '新增{}': 'Add {}',
  '新增租赁{}': 'New lease {}',
  '{}列表': '{} list',
  '「{}」已删除': '“{}” was deleted',
  '第 {} 页，共 {} 页': 'Page {} of {}',
  合同: 'contract',
  '用户菜单：{}': 'User menu: {}',
  '选择 {}': 'Select {}',
  '{} 的更多操作': 'More for {}',
  '搜索{}（支持拼音）': 'Search {} (pinyin works)',
  '{} 天': '{} days',
  逾期: 'Overdue',
  '{}审批（{}）：「{}」等待{}处理': '{}, case {}: “{}” waits for {}',
  '应付账单 {} 还有 {} 天到期，未付 {}': 'Payable {} is due in {} days, {} open',
})

describe('a text in another language', () => {
  it.each([
    ['保存', 'Save'],
    ['  保存 ', '  Save '],
    ['车辆：', 'Vehicle: '],
    ['共 1,284 条', '1,284 in all'],
    ['第 2 页，共 13 页', 'Page 2 of 13'],
    ['新增车辆', 'Add Vehicle'],
    ['新增租赁合同', 'New lease contract'],
    ['车辆列表', 'Vehicle list'],
    ['「沪A12345」已删除', '“沪A12345” was deleted'],
    ['用户菜单：张三', 'User menu: 张三'],
    ['车辆 →', 'Vehicle →'],
    ['「浦东店」已删除', '“浦东店” was deleted'],
    ['沪A12345 新增车辆', '沪A12345 Add Vehicle'],
    ['选择 沪A12345', 'Select 沪A12345'],
    ['沪A12345 的更多操作', 'More for 沪A12345'],
    ['车辆、合同', 'Vehicle, contract'],
    ['搜索车辆、合同（支持拼音）', 'Search Vehicle, contract (pinyin works)'],
    ['逾期 87 天', 'Overdue 87 days'],
    ['合同审批（SP1）：「部门经理」等待张三处理', 'contract, case SP1: “部门经理” waits for 张三'],
    ['应付账单 YF20261120-0001 还有 3 天到期，未付 ¥1,200.00', 'Payable YF20261120-0001 is due in 3 days, ¥1,200.00 open'],
    ['合同 20', 'contract 20'],
    ['合同 ¥83,859.77', 'contract ¥83,859.77'],
    ['云桥租赁 · 合同', '云桥租赁 · contract'],
    ['新增：沪A12345', 'Add: 沪A12345'],
    ['逾期：87 天', 'Overdue: 87 days'],
    ['7 天 20', '7 days 20'],
  ])('%s is read as %s', (text, wanted) => expect(read(text)).toBe(wanted))
  it.each([
    '浦东店',
    '新增某种东西',
    '空着的',
    'VIN',
    '12',
    '',
    '列表',
    '浦东店 · 虹桥店',
    '备注：浦东店',
    '车辆、浦东店',
    '浦东店 20',
    '超期 87 天',
  ])('%s stays as it is: not known, or nothing Chinese in it', (text) => expect(read(text)).toBeNull())
  it('does not take a name that merely contains a known word', () => expect(read('车辆王')).toBeNull())
  it('answers the same the second time', () => expect([read('新增车辆'), read('新增车辆')]).toEqual(['Add Vehicle', 'Add Vehicle']))
})
