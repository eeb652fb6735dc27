/**
 * For an administrator: the first day's checklist of an empty company, or the demo company and the way out of it. For everybody: how far the
 * demo company is while it is filled in.
 */
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Button, Input, Progress } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import { Dialog } from '#kit/ui/dialog/dialog.web.tsx'
import { alertBox } from '#kit/ui/dialog/message.web.tsx'
import { useWrite } from '#kit/ui/record.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { flushSettings } from '#kit/ui/state/setting.web.ts'
import { leaveOnPurpose } from '../leaving.web.ts'
import { useGo } from '../tabs/go.web.ts'
import { changeTabs } from '../tabs/tabs.web.ts'

interface Making {
  percent: number
  secondsLeft: number | null
  failed: boolean
}
interface DemoState {
  demo: boolean
  name: string
  removable: boolean
  making: Making | null
  steps: { code: string; label: string; screen: string; done: boolean }[]
}

const ASK_AGAIN_MS = 2000

export function FirstDay() {
  const me = useMe()
  const { data, refetch } = useQuery<DemoState>({
    queryKey: ['demo', 'state'],
    refetchInterval: ({ state }) => (state.data?.making ? ASK_AGAIN_MS : false),
    queryFn: ({ signal }) => api.get<DemoState>('/api/v1/demo/state', {}, { signal, silent: true }),
  })
  if (!data) return null
  if (!me.isAdmin)
    return data.making ? (
      <section className="zyt-card">
        <Filling making={data.making} />
      </section>
    ) : null
  if (data.demo) return <DemoCompany name={data.name} making={data.making} onRemoved={() => void refetch()} />
  if (data.steps.every((step) => step.done)) return null
  return <Checklist steps={data.steps} />
}

function Checklist({ steps }: { steps: DemoState['steps'] }) {
  const go = useGo()
  return (
    <section className="zyt-card zyt-first-day">
      <h2>第一天清单</h2>
      <ul className="zyt-home-rows">
        {steps.map((step) => (
          <li key={step.code}>
            <a
              href={go.routing.pathOf(step.screen) ?? '#'}
              onClick={(event) => {
                event.preventDefault()
                go.open(step.screen)
              }}
            >
              <span>
                {step.done ? (
                  <CheckCircleFilled aria-label="已完成" style={{ color: 'var(--zyt-good)' }} />
                ) : (
                  <MinusCircleOutlined aria-label="未完成" />
                )}{' '}
                {step.label}
              </span>
              <span className="zyt-home-note">{step.done ? '已完成' : '去处理'}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Nobody reckons how long 2694 seconds are. */
const leftText = (seconds: number): string => (seconds < 90 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`)

/** What stands can be used at once; only what works by itself waits. */
function Filling({ making: { percent, secondsLeft, failed } }: { making: Making }) {
  if (failed)
    return <p role="status">演示公司没有装完（{percent}%）。已装入的都可以使用，您录入的都已保存；重新启动系统后从中断处接着装。</p>
  return (
    <>
      <p role="status">
        演示公司的一年业务正在装入：已完成 {percent}%{secondsLeft === null ? '' : `，约还需 ${leftText(secondsLeft)}`}
        。现在就可以操作，您录入的都会保留；定时任务和对外发送在装完后开始。
      </p>
      <Progress percent={percent} showInfo={false} aria-label="演示公司装入进度" />
    </>
  )
}

function DemoCompany({ name, making, onRemoved }: { name: string; making: Making | null; onRemoved: () => void }) {
  const [open, setOpen] = useState(false)
  const [company, setCompany] = useState('')
  const [busy, setBusy] = useState(false)
  const write = useWrite()
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await write('/api/v1/demo/remove', { name: company })
      setOpen(false)
      await alertBox({
        title: '演示数据已移除',
        content: `「${company.trim()}」现在是一家空公司。首页上的第一天清单会带您录入门店、同事与车辆。`,
        okText: '开始使用',
      })
      onRemoved()
      // Every open list shows rows that are gone, and every record is one of them.
      changeTabs((tabs) => ({ ...tabs, list: [], active: null }))
      await flushSettings()
      leaveOnPurpose()
      window.location.assign('/')
    } catch {
      setBusy(false)
    }
  }
  return (
    <section className="zyt-card">
      <h2>演示公司</h2>
      {making ? <Filling making={making} /> : null}
      <p>现在看到的是「{name}」的演示数据。熟悉之后可以一键移除，从空公司开始；管理员账号、字典与参数会保留。</p>
      <Button danger onClick={() => setOpen(true)}>
        移除演示数据
      </Button>
      <Dialog
        open={open}
        title="移除演示数据"
        width={520}
        onCancel={() => setOpen(false)}
        onOk={() => void remove()}
        danger
        busy={busy}
        okText="移除"
        okReason={company.trim() ? null : '请输入公司名称'}
      >
        <p>车辆、承租人、合同、账单、收款、演示用户都会删除，不能恢复。</p>
        <label htmlFor="zyt-demo-company">您的公司名称</label>
        <Input
          id="zyt-demo-company"
          value={company}
          maxLength={60}
          onChange={(event) => setCompany(event.target.value)}
          placeholder="移除后显示为这个名称"
        />
      </Dialog>
    </section>
  )
}
