/** 网络货运上报: makes the rows of a period, and takes the ready ones of one kind out of the house as a file. */
import { useState } from 'react'
import { Alert, Button } from 'antd'
import { addDays, type Day } from '#kit/basics/time/day.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { businessNow } from '#kit/ui/field/day-box.web.tsx'
import { DayRangeInput } from '#kit/ui/field/day-range.web.tsx'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { useRefresh, useWrite } from '#kit/ui/record.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { UPLOAD_KINDS } from './upload.ts'
import '#kit/ui/parts/stack.css'

export function UploadTools() {
  const can = useCan()
  const [open, setOpen] = useState<'collect' | 'send' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {can('freightUploadList_collect') ? (
        <Button type="primary" onClick={() => setOpen('collect')}>
          生成上报
        </Button>
      ) : null}
      {can('freightUploadList_send') ? <Button onClick={() => setOpen('send')}>导出上报文件</Button> : null}
      {open === 'collect' ? <CollectDialog onClose={close} /> : null}
      {open === 'send' ? <SendDialog onClose={close} /> : null}
    </>
  )
}

function CollectDialog({ onClose }: { onClose: () => void }) {
  const yesterday = addDays(businessNow().slice(0, 10) as Day, -1)
  const [period, setPeriod] = useState<{ from: string; to: string }>({ from: yesterday, to: yesterday })
  const [problem, setProblem] = useState<string | null>(null)
  const write = useWrite()
  const refresh = useRefresh()
  const make = async (): Promise<void> => {
    setProblem(null)
    try {
      await write('/api/v1/freightUpload/collect', period)
      await refresh()
      toast.success('已生成并检查，有问题的在「待补正」')
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '生成失败，请重试'))
    }
  }
  return (
    <Dialog
      open
      title="生成上报"
      okText="生成并检查"
      okReason={period.from && period.to ? null : '请选择日期'}
      onCancel={onClose}
      onOk={make}
    >
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <DayRangeInput label="签收与完成日期" from={period.from} to={period.to} closed onChange={setPeriod} />
        <p>按这几天签收的订单生成运单，按这几天完成的任务生成资金流水，并检查所涉及的车辆和司机。已上报的不会改变。</p>
      </div>
    </Dialog>
  )
}

function SendDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<keyof typeof UPLOAD_KINDS>('waybill')
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = useRefresh()
  const send = async (): Promise<void> => {
    setProblem(null)
    try {
      await api.download('/api/v1/freightUpload/file', { method: 'POST', body: { kind } })
      await refresh()
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, '导出失败，请重试'))
    }
  }
  return (
    <Dialog open title="导出上报文件" okText="导出并登记为已上报" onCancel={onClose} onOk={send}>
      <div className="zyt-stack">
        {problem ? <Alert type="error" showIcon title={problem} role="alert" /> : null}
        <SearchSelect
          aria-label="单据"
          value={kind}
          options={Object.entries(UPLOAD_KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setKind(value as keyof typeof UPLOAD_KINDS)}
        />
        <p>只导出「待上报」的记录；「待补正」的补齐资料并重新检查后再导出。文件中有司机的身份证号，请妥善保管。</p>
      </div>
    </Dialog>
  )
}
