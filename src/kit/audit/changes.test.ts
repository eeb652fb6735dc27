import { expect, test } from 'vitest'
import { defineEntity, type Entity } from '../entity/entity.ts'
import { f } from '../entity/field.ts'
import { changesOf } from './audit.server.ts'

const door = defineEntity({
  name: 'testReader',
  label: '门',
  right: 'testReaderList',
  title: ['name'],
  fields: {
    name: f.text('名称', { required: true }),
    lock: f.text('门锁密文', { internal: true, secret: true }),
    draft: f.json<object>('内容', { secret: true }),
    mobile: f.text('手机号', { format: 'mobile', mask: 'mobile' }),
  },
  list: { columns: ['name'] },
  form: { 门: ['name'] },
}) as unknown as Entity

test('a secret never reaches the log: that it is another one is all the line says', () => {
  const before = { name: '甲', lock: 'sealed:one', draft: { a: 'clear' }, mobile: '13800138000' }
  const after = { name: '乙', lock: 'sealed:two', draft: null, mobile: '13800138001' }
  expect(changesOf(door, before, after)).toEqual({
    name: ['甲', '乙'],
    lock: [null, '已更换'],
    draft: [null, '已清除'],
    mobile: ['138****8000', '138****8001'],
  })
  expect(changesOf(door, null, before)).toEqual({
    name: [null, '甲'],
    lock: [null, '已更换'],
    draft: [null, '已更换'],
    mobile: [null, '138****8000'],
  })
  expect(changesOf(door, before, before)).toEqual({})
})
