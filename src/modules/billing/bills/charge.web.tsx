/** 开服务费账单: whom to charge, for what, until when. */
import { useEffect, useState } from 'react'
import { Alert, Space } from 'antd'
import { sumFen } from '#kit/basics/fen.ts'
import { f, type Field, type Fields } from '#kit/entity/field.ts'
import type { Row } from '#kit/entity/wire.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { ReasonButton, useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { FieldRow } from '#kit/ui/record/form/field-row.web.tsx'
import { dependents, narrowed } from '#kit/ui/record/form/form-plan.ts'
import { useInputs } from '#kit/ui/record/form/use-inputs.web.ts'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { FEE_ITEMS } from './bill.ts'
import { FormFrame } from '#kit/ui/record/form/form-frame.web.tsx'
import '../billing.css'
import '#kit/ui/parts/stack.css'

const { SERVICE, MGMT, CLEAN, ENERGY, TOW, MISSING, DAMAGE, REPAIR, VIOL, VIOL_SVC, INS_UP, PENALTY, BUYOUT, OTHER } = FEE_ITEMS
const FIELDS: Fields = {
  lessee: f.ref('承租人', 'lessee', { required: true }),
  lease: f.ref('租约', 'lease', { within: { lessee: 'lessee' }, hint: '费用与某辆车有关时选择，账单归到该车和该合同' }),
  billType: f.choice(
    '账单类型',
    { service: '服务费', incidental: '杂费', penalty: '违约金', buyout: '尾款' },
    { required: true, default: 'service' },
  ),
  dueOn: f.day('应付日', { required: true }),
  items: f.lines(
    '费用',
    {
      feeItem: f.choice(
        '费用科目',
        { SERVICE, MGMT, CLEAN, ENERGY, TOW, MISSING, DAMAGE, REPAIR, VIOL, VIOL_SVC, INS_UP, PENALTY, BUYOUT, OTHER },
        { required: true, default: 'SERVICE' },
      ),
      description: f.text('说明', { required: true, maxLength: 200 }),
      amount: f.money('金额', { required: true, min: 1 }),
    },
    { required: true },
  ),
  remark: f.note('备注', { maxLength: 200 }),
}
const NAMES = Object.keys(FIELDS)

export default function ChargePage() {
  const screen = useScreen()
  const { setTitle, setDirty, params } = screen
  const form = useInputs(
    FIELDS,
    undefined,
    {
      ...(params['lessee'] ? { lessee: Number(params['lessee']) } : {}),
      ...(params['lease'] ? { lease: Number(params['lease']) } : {}),
      items: [{ feeItem: 'SERVICE', description: '', amount: null }],
    },
    `charge:${params['lessee'] ?? ''}:${params['lease'] ?? ''}`,
  )
  const write = useWrite()
  const refresh = useRefresh()
  const [sending, setSending] = useState(false)
  useEffect(() => setTitle('开服务费账单'), [setTitle])
  const items = (form.values['items'] as { amount: number | null }[] | null) ?? []
  const total = sumFen(items.map((item) => Number(item.amount ?? 0)))

  const send = async (): Promise<void> => {
    if (!form.judge()) return
    setSending(true)
    try {
      const saved = await write<Row>('/api/v1/bill/charge', Object.fromEntries(NAMES.map((name) => [name, form.values[name] ?? null])))
      setDirty(false)
      form.forget()
      await refresh()
      toast.success('账单已出具')
      const path = detailPath('bill', saved.id)
      void screen.close().then(() => path && screen.open(path))
    } catch (error) {
      form.fail(error, '保存失败，请重试')
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="zyt-form zyt-stack">
      <Section title="服务费账单" hint="手工费用不计滞纳金，也不参加分账">
        {form.general.map((sentence) => (
          <Alert key={sentence} type="error" showIcon title={sentence} className="zyt-form-alert" role="alert" />
        ))}
        <FormFrame>
          <div className="zyt-form-fields">
            {NAMES.map((name) => (
              <FieldRow
                key={name}
                name={name}
                field={narrowed(FIELDS[name] as Field, form.values)}
                value={form.values[name]}
                error={form.errorAt(name)}
                errors={name === 'items' ? form.cellErrors('items') : undefined}
                onChange={(value) => {
                  setDirty(true)
                  form.set(name, value)
                  for (const other of dependents(FIELDS, name)) form.set(other, null)
                }}
                onLeave={() => form.leave(name)}
              />
            ))}
          </div>
        </FormFrame>
        <Sums sums={[{ label: '账单金额', amount: total }]} />
      </Section>
      <div className="zyt-form-bar">
        <span className="zyt-form-saved">出具后立即成为应收</span>
        <Space wrap>
          <ReasonButton reason={null} onClick={() => void screen.close()}>
            取消
          </ReasonButton>
          <ReasonButton type="primary" reason={null} loading={sending} money={total || null} onClick={() => void send()}>
            出具账单
          </ReasonButton>
        </Space>
      </div>
    </div>
  )
}
