/** 生成对账单: a shop and a month. */
import { useState } from 'react'
import { Alert, Button, Input } from 'antd'
import { sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import '#kit/ui/parts/stack.css'

export default function ShopStatementTools() {
  const can = useCan()
  const [open, setOpen] = useState(false)
  if (!can('shopStatementList_confirm')) return null
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        生成对账单
      </Button>
      {open ? <MakeDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function MakeDialog({ onClose }: { onClose: () => void }) {
  const [shop, setShop] = useState<number | null>(null)
  const [month, setMonth] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const make = async (): Promise<void> => {
    try {
      await write('/api/v1/shopStatement/make', { shop, month })
      await refresh()
      toast.success('已生成对账单')
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '生成失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="生成对账单"
      width={520}
      okText="生成"
      okReason={shop === null ? '请选择维保门店' : month ? null : '请填写月份'}
      onCancel={onClose}
      onOk={make}
    >
      {problem ? <Alert type="error" showIcon title={problem} className="zyt-form-alert" role="alert" /> : null}
      <div className="zyt-stack">
        <RefPicker
          to="repairShop"
          label="维保门店"
          filter={{ settleCycle: 'month' }}
          value={shop}
          ariaLabel="维保门店"
          onChange={(value) => setShop(value as number | null)}
        />
        <Input
          aria-label="月份"
          placeholder="月份，例如 2026-06"
          maxLength={7}
          value={month}
          onChange={(event) => setMonth(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
