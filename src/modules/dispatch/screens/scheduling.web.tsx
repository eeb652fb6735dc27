/** 智能调度: choose a day, compute, change by hand, adopt. */
import { useState } from 'react'
import { Button, DatePicker, InputNumber, Select, Space } from 'antd'
import dayjs from 'dayjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { entityKeys } from '#kit/ui/client/entity-keys.ts'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import { Permission } from '#kit/ui/screen/permission.web.tsx'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { dispatchPlan, MODES } from '../plans/plan.ts'
import { PlanBoard } from './plan-board.web.tsx'
import '../dispatch.css'

const RECENT = { pageNo: '1', pageSize: '30', sort: '-no' }
const STATES = (dispatchPlan.fields.status as { options: Record<string, string> }).options

export default function Scheduling() {
  const [params, setParams] = useQueryState()
  const id = Number(params['id'] ?? 0)
  const recent = useQuery({
    queryKey: entityKeys.list('dispatchPlan', RECENT),
    queryFn: ({ signal }) => api.get<ListAnswer>('/api/v1/dispatchPlan/list', RECENT, { signal, silent: true }),
  })
  const open = (plan: number): void => {
    setParams({ id: String(plan) })
    void recent.refetch()
  }
  return (
    <div className="zyt-plan">
      <div className="zyt-plan-head">
        <Permission codes={['smartScheduling_solve']}>
          <Begin onBegun={open} />
        </Permission>
        <Select
          aria-label="已有方案"
          placeholder="已有方案"
          className="zyt-plan-recent"
          value={id > 0 ? id : null}
          onChange={open}
          loading={recent.isPending}
          options={(recent.data?.list ?? []).map((row) => ({
            value: row.id,
            label: `${String(row['no'])} · ${String(row['day'])} · ${STATES[String(row['status'])] ?? ''}`,
          }))}
        />
      </div>
      {id > 0 ? (
        <PlanBoard key={id} id={id} onChanged={() => void recent.refetch()} />
      ) : (
        <EmptyState why="还没有打开方案" next="选择配送日期后点「开始计算」，或打开一个已有方案" />
      )}
    </div>
  )
}

function Begin({ onBegun }: { onBegun: (id: number) => void }) {
  const [day, setDay] = useState(dayjs().add(1, 'day'))
  const [mode, setMode] = useState<keyof typeof MODES>('cost')
  const [seconds, setSeconds] = useState(10)
  const begin = useMutation({
    mutationFn: () => api.post<{ id: number }>('/api/v1/dispatchPlan/begin', { day: day.format('YYYY-MM-DD'), mode, seconds }),
    onSuccess: ({ id }) => onBegun(id),
  })
  return (
    <Space wrap>
      <DatePicker aria-label="配送日期" value={day} allowClear={false} onChange={(d) => d && setDay(d)} />
      <Select
        aria-label="目标"
        value={mode}
        style={{ width: 120 }}
        onChange={setMode}
        options={Object.entries(MODES).map(([value, label]) => ({ value: value as keyof typeof MODES, label }))}
      />
      <InputNumber
        aria-label="计算时长"
        min={1}
        max={300}
        value={seconds}
        suffix="秒"
        style={{ width: 100 }}
        onChange={(s) => setSeconds(s ?? 10)}
      />
      <Button type="primary" loading={begin.isPending} onClick={() => begin.mutate()}>
        开始计算
      </Button>
    </Space>
  )
}
