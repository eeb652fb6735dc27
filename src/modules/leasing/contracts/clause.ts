/** 合同条款: what stands in the lease contract besides its figures; versions, one of them in force. */
import { defineActions } from '#kit/action/action.ts'
import { defineEntity } from '#kit/entity/entity.ts'
import { f } from '#kit/entity/field.ts'
import type { RowOf } from '#kit/entity/tables.ts'
import { clauseRefusal } from './clause.rules.ts'

export const contractClause = defineEntity({
  name: 'contractClause',
  label: '合同条款',
  right: 'contractClause',
  title: ['name', 'no'],
  search: ['name'],
  fields: {
    no: f.serial('版本号', 'TK{yyyyMMdd}-{0000}'),
    name: f.text('名称', { required: true, maxLength: 60 }),
    status: f.state('状态', { draft: '草稿', published: '使用中', retired: '已停用' }, 'draft'),
    text: f.note('条款', {
      required: true,
      maxLength: 20_000,
      hint: '## 开头的一行是小标题；{{contract.deposit}} 这样的字段打印时换成合同的内容；**文字** 加粗',
    }),
    publishedOn: f.day('启用日期', { readOnly: true }),
  },
  list: { columns: ['no', 'name', 'status', 'publishedOn'], filters: ['name', 'status', 'publishedOn'], sort: '-createdAt' },
  form: { 合同条款: ['name', 'text'] },
})

export const contractClauseActions = defineActions(contractClause, {
  publish: {
    label: '启用',
    from: ['draft'],
    to: 'published',
    tone: 'primary',
    refuse: (c) => clauseRefusal(c.text),
    confirm: '启用后，之后提交的合同使用这一版条款；原来使用中的版本停用，已提交的合同不变。确认启用？',
  },
  revise: { label: '另起一版', from: ['published', 'retired'], confirm: '按这一版的内容新增一份草稿，改好后启用。确认？' },
  retire: { label: '停用', from: ['published'], to: 'retired', tone: 'danger', confirm: '停用后，新合同使用系统自带的条款。确认停用？' },
})

declare module '#kit/entity/tables.ts' {
  interface Tables {
    contractClause: RowOf<typeof contractClause>
  }
  interface ActionsOf {
    contractClause: typeof contractClauseActions
  }
}
