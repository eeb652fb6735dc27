/** 车辆排期: vehicles by days. What is looked at stands in the address of the tab. */
import { useCallback, useMemo, useState } from 'react'
import { Button, Input, Segmented, Select, Space } from 'antd'
import { useNavigate } from 'react-router'
import { asText } from '#kit/basics/text.ts'
import { addDays, addMonths, isDay, isOrdinaryDay, type Day } from '#kit/basics/time/day.ts'
import { systemClock } from '#kit/basics/time/clock.ts'
import { f } from '#kit/entity/field.ts'
import { DayInput } from '#kit/ui/field/day-input.web.tsx'
import { RefPicker } from '#kit/ui/field/ref-picker.web.tsx'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { detailPath } from '#kit/ui/screen/registry.web.ts'
import { useQueryState, useScreen } from '#kit/ui/screen/screen.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { useCan } from '#kit/ui/state/session.web.ts'
import { FreeSearch } from './free.web.tsx'
import { Grid } from './grid.web.tsx'
import { layoutOf } from './grid.rules.ts'
import { LEGEND } from './look.web.ts'
import { PhoneList } from './phone.web.tsx'
import { useDrop, useGrips } from './drop.web.tsx'
import { useGroups } from './use-rows.web.ts'
import './calendar.css'

const SPANS = [
  { label: '两周', value: 14 },
  { label: '一个月', value: 31 },
  { label: '90 天', value: 90 },
]
const STATES = { available: '待租', reserved: '已预占', leased: '在租', preparing: '整备中', repairing: '维修中', suspended: '停用' }
const BY = [
  { label: '按车型', value: 'model' },
  { label: '按门店', value: 'store' },
]
const FROM = f.day('从哪天起')
/** Of the past so many days stand before today, so that one sees what has just ended. */
const BEFORE = 2

export default function VehicleCalendar() {
  const [params, setParams] = useQueryState()
  const screen = useScreen()
  const navigate = useNavigate()
  const can = useCan()
  const narrow = useNarrow()
  const [finding, setFinding] = useState(false)
  const days = SPANS.some((s) => String(s.value) === params['days']) ? Number(params['days']) : 31
  const from = isOrdinaryDay(params['from']) ? params['from'] : addDays(systemClock.today(), -BEFORE)
  const by = params['by'] === 'store' ? 'store' : 'model'
  const { store, model, status, plate } = params
  const filters = useMemo(
    () => ({ by, ...(store ? { store } : {}), ...(model ? { model } : {}), ...(status ? { status } : {}), ...(plate ? { plate } : {}) }),
    [by, store, model, status, plate],
  )
  const which = useMemo(() => ({ ...filters, from, days: String(days) }), [filters, from, days])
  const groups = useGroups(filters)
  const layout = useMemo(() => layoutOf(groups.data?.groups ?? []), [groups.data])
  const gripsOf = useGrips()
  const { drop, dialogs } = useDrop()
  const open = useCallback(
    (entity: string, id: number) => {
      const path = detailPath(entity, id)
      if (path) void navigate(path)
    },
    [navigate],
  )
  const go = (day: Day | null): void => setParams({ from: day })
  const id = (text: string | undefined): number | null => (text && /^\d+$/.test(text) ? Number(text) : null)
  return (
    <div className="zyt-sched">
      <div className="zyt-sched-bar-top">
        <Space wrap size={8}>
          <Space.Compact>
            <Button aria-label="往前" onClick={() => go(days > 31 ? addMonths(from, -1) : addDays(from, -7))}>
              ‹
            </Button>
            <Button onClick={() => go(null)}>今天</Button>
            <Button aria-label="往后" onClick={() => go(days > 31 ? addMonths(from, 1) : addDays(from, 7))}>
              ›
            </Button>
          </Space.Compact>
          <div className="zyt-sched-from">
            <DayInput field={FROM} value={from} ariaLabel="从哪天起" onChange={(v) => (isDay(v) ? go(v) : undefined)} />
          </div>
          <Segmented aria-label="显示多少天" options={SPANS} value={days} onChange={(v) => setParams({ days: String(v) })} />
          {narrow ? null : <Segmented aria-label="分组" options={BY} value={by} onChange={(v) => setParams({ by: String(v) })} />}
        </Space>
        <Space wrap size={8}>
          <Input.Search
            key={plate ?? ''}
            aria-label="车牌号"
            placeholder="车牌号"
            allowClear
            style={{ width: 150 }}
            defaultValue={plate ?? ''}
            onSearch={(text) => setParams({ plate: text.trim() || null })}
          />
          <div className="zyt-sched-pick">
            <RefPicker
              to="vehicleModel"
              label="车型"
              ariaLabel="车型"
              value={id(model)}
              onChange={(v) => setParams({ model: v ? asText(v) : null })}
            />
          </div>
          <div className="zyt-sched-pick">
            <RefPicker
              to="store"
              label="门店"
              ariaLabel="门店"
              value={id(store)}
              onChange={(v) => setParams({ store: v ? asText(v) : null })}
            />
          </div>
          <Select
            aria-label="车辆状态"
            placeholder="车辆状态"
            allowClear
            style={{ width: 120 }}
            value={status ?? null}
            options={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
            onChange={(v: string | undefined) => setParams({ status: v ?? null })}
          />
          <Button onClick={() => setFinding(true)}>找空闲车</Button>
          {can('vehicleHoldList_add') ? (
            <Button type="primary" onClick={() => screen.open('vehicleHoldAdd', { type: 3 })}>
              新增预留
            </Button>
          ) : null}
        </Space>
      </div>
      {groups.isError ? (
        <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
      ) : !groups.data ? (
        <LoadingState />
      ) : layout.rows === 0 ? (
        <EmptyState asked why="没有符合条件的车辆" next="请放宽上面的条件" />
      ) : narrow ? (
        <PhoneList which={which} total={layout.rows} today={groups.data.today as Day} onOpen={open} />
      ) : (
        <>
          <Grid
            layout={layout}
            which={which}
            from={from}
            days={days}
            today={groups.data.today as Day}
            title={`${groups.data.total} 辆`}
            gripsOf={gripsOf}
            choosing={can('vehicleHoldList_add')}
            onDrop={drop}
            onOpen={open}
          />
          <p className="zyt-sched-legend">
            {LEGEND.map((look) => (
              <span key={look.style}>
                <i className={`zyt-sched-chip zyt-sched-${look.style}`}>{look.sign}</i>
                {look.name}
              </span>
            ))}
            <span>在空白处按住拖过几天可以新增预留；拖预留改期改车，拖租约右端延长租期</span>
          </p>
        </>
      )}
      {dialogs}
      {finding && groups.data ? (
        <FreeSearch
          today={groups.data.today as Day}
          preset={{ ...(id(model) ? { model: id(model) } : {}), ...(id(store) ? { store: id(store) } : {}) }}
          onClose={() => setFinding(false)}
        />
      ) : null}
    </div>
  )
}
