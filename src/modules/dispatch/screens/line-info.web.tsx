/** 线路规划: stops in any order become the best order; planned in the browser by the same planner. */
import { useState } from 'react'
import { Alert, Form, Input, InputNumber, Space, Switch } from 'antd'
import { formatYuan } from '#kit/basics/fen.ts'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { bestOrder, readStops, type Line, type Lined } from '../plans/line.rules.ts'
import { clock, kilometres, span } from './board.web.ts'
import { PlanMap } from './plan-map.web.tsx'
import '../dispatch.css'

const HINT = '每行一个：名称,经度,纬度（WGS-84），可加停留分钟与时间窗，如 浦东仓,121.55,31.22,15,08:00-10:00。第一行为出发地。'

export default function LineInfo() {
  const [text, setText] = useState('')
  const [line, setLine] = useState<Line>({ back: true, departAt: 8 * 3600, kmFen: 260, hourFen: 3500 })
  const [done, setDone] = useState<Lined | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const plan = (): void => {
    const read = readStops(text)
    if ('why' in read) {
      setWrong(read.why)
      return
    }
    setWrong(null)
    setDone(bestOrder(read.stops, line))
  }
  return (
    <div className="zyt-line">
      <Form layout="vertical" onFinish={plan}>
        <Form.Item label="停靠点" htmlFor="line-stops" extra={HINT}>
          <Input.TextArea id="line-stops" autoSize={{ minRows: 6, maxRows: 16 }} value={text} onChange={(e) => setText(e.target.value)} />
        </Form.Item>
        <Space wrap align="end">
          <Form.Item label="返回出发地" htmlFor="line-back">
            <Switch id="line-back" checked={line.back} onChange={(back) => setLine({ ...line, back })} />
          </Form.Item>
          <Form.Item label="每公里成本" htmlFor="line-km">
            <InputNumber
              id="line-km"
              min={0}
              step={0.1}
              suffix="元"
              value={line.kmFen / 100}
              onChange={(v) => setLine({ ...line, kmFen: Math.round((v ?? 0) * 100) })}
            />
          </Form.Item>
          <Form.Item label="每小时成本" htmlFor="line-hour">
            <InputNumber
              id="line-hour"
              min={0}
              step={1}
              suffix="元"
              value={line.hourFen / 100}
              onChange={(v) => setLine({ ...line, hourFen: Math.round((v ?? 0) * 100) })}
            />
          </Form.Item>
          <Form.Item>
            <ReasonButton type="primary" htmlType="submit" reason={text.trim() === '' ? '请先填写停靠点' : null}>
              规划
            </ReasonButton>
          </Form.Item>
        </Space>
      </Form>
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
      {done ? <Best done={done} /> : null}
    </div>
  )
}

function Best({ done }: { done: Lined }) {
  const [route] = done.plan.routes
  const saved = done.givenMetres - (route?.metres ?? 0)
  return (
    <>
      {done.plan.unassigned.length > 0 ? (
        <Alert type="warning" showIcon title={`${done.plan.unassigned.length} 个停靠点无法在时间窗内到达`} />
      ) : null}
      {route ? (
        <Section
          title="最优顺序"
          hint={`${kilometres(route.metres)} · ${span(route.end - route.start)} · ${formatYuan(route.cost.total)} · 比输入顺序少 ${kilometres(Math.max(0, saved))} · 距离为估算`}
        >
          <div className="zyt-line-best">
            <ol>
              {route.steps.map((s, i) => (
                <li key={i}>
                  {s.kind === 'rest' ? '停车休息' : done.board.places[s.place]!.name}
                  <small>
                    {clock(s.arrive)}
                    {s.metres > 0 ? ` · ${kilometres(s.metres)}` : ''}
                  </small>
                </li>
              ))}
            </ol>
            <PlanMap board={done.board} plan={done.plan} index={new Map([['line', 0]])} hovered={null} />
          </div>
        </Section>
      ) : null}
    </>
  )
}
