/** 审批工作台: what waits for me, what I started, what was copied to me, what I handled. The address says which box and page. */
import { useState } from 'react'
import { Button, Checkbox, Input, Select, Space } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CLEAR } from '#kit/ui/parts/clear.web.tsx'
import { systemClock } from '#kit/basics/time/clock.ts'
import { formatTime, relativeTime } from '#kit/basics/time/time-format.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { useChange } from '#kit/ui/state/page-draft.web.ts'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { ReasonButton } from '#kit/ui/record.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import type { ScreenProps } from '#kit/ui/screen/slots.web.ts'
import { EmptyState, ErrorState, LoadingState } from '#kit/ui/parts/state.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { Pages } from '#kit/ui/parts/pages.web.tsx'
import { CASE_STATES, type CaseStatus } from '../../engine/state.ts'
import type { Counts, WorkItem } from '../../wire.ts'
import { BulkApprove } from './bulk-approve.web.tsx'
import { CASE_TONES } from '../page/words.ts'
import { OwnDeputy } from './own-deputy.web.tsx'
import { StartPicker } from '../start/start-picker.web.tsx'
import '../page/cases.css'

const BOXES = { waiting: '待我审批', started: '我发起的', copied: '抄送我的', handled: '我已处理' } as const
type Box = keyof typeof BOXES
const EMPTY: Readonly<Record<Box, string>> = {
  waiting: '没有等待您审批的事项',
  started: '您还没有发起过申请',
  copied: '没有抄送给您的审批',
  handled: '您还没有处理过审批',
}
const SIZE = 20

interface Page {
  list: WorkItem[]
  total: number
  exact?: boolean
}

const workbenchKey = (...rest: unknown[]): readonly unknown[] => ['entity', 'approvalCase', 'workbench', ...rest]

export default function Workbench({ screen }: ScreenProps) {
  const { params, setParams } = useScreen()
  // 已审批 is the same desk with one drawer open.
  const only = screen.code === 'approved'
  const box: Box = only ? 'handled' : params['box'] && Object.hasOwn(BOXES, params['box']) ? (params['box'] as Box) : 'waiting'
  const keyword = params['keyword'] ?? ''
  // What waits for me is running, all of it.
  const status =
    box !== 'waiting' && params['status'] && Object.hasOwn(CASE_STATES, params['status']) ? (params['status'] as CaseStatus) : null
  const pageNo = Math.max(1, Number(params['pageNo']) || 1)
  const [chosen, setChosen] = useState<ReadonlyMap<number, WorkItem>>(new Map())
  const [bulk, setBulk] = useState(false)
  const [starting, setStarting] = useState(false)
  const [away, setAway] = useState(false)
  const counts = useQuery({
    queryKey: workbenchKey('counts'),
    enabled: !only,
    queryFn: ({ signal }) => api.get<Counts>('/api/v1/workbench/counts', undefined, { signal, silent: true }),
  })
  const query = { box, pageNo, pageSize: SIZE, ...(keyword ? { keyword } : {}), ...(status ? { status } : {}) }
  const list = useQuery({
    queryKey: workbenchKey(query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Page>('/api/v1/workbench/list', query, { signal, silent: true }),
  })
  useChange(`${box} ${keyword} ${status}`, () => setChosen(new Map()))
  const toggle = (item: WorkItem): void =>
    setChosen((all) => {
      const next = new Map(all)
      if (!next.delete(item.id)) next.set(item.id, item)
      return next
    })
  return (
    <div className="zyt-desk">
      <header className="zyt-desk-head">
        {only ? (
          <h1>已审批</h1>
        ) : (
          <div role="tablist" aria-label="审批事项" className="zyt-desk-boxes">
            {(Object.keys(BOXES) as Box[]).map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={box === name}
                onClick={() => setParams({ box: name === 'waiting' ? null : name, status: null, pageNo: null })}
              >
                {BOXES[name]}
                {counts.data ? <b data-zero={counts.data[name] === 0}>{counts.data[name] > 9999 ? '9999+' : counts.data[name]}</b> : null}
              </button>
            ))}
          </div>
        )}
        <Space wrap>
          {box === 'waiting' ? null : (
            <Select
              className="zyt-desk-status"
              value={status}
              allowClear
              placeholder="全部状态"
              aria-label="按状态筛选"
              options={Object.entries(CASE_STATES).map(([value, label]) => ({ value, label }))}
              onChange={(next: CaseStatus | undefined) => setParams({ status: next ?? null, pageNo: null })}
            />
          )}
          <Input.Search
            key={`${box}${keyword}`}
            className="zyt-desk-search"
            defaultValue={keyword}
            allowClear={CLEAR}
            maxLength={50}
            placeholder="编号、标题、发起人"
            aria-label="搜索审批"
            onSearch={(text) => setParams({ keyword: text.trim() || null, pageNo: null })}
          />
          {box === 'waiting' ? (
            <ReasonButton reason={chosen.size ? null : '请先勾选要批量同意的审批'} onClick={() => setBulk(true)}>
              批量同意{chosen.size ? `（${chosen.size}）` : ''}
            </ReasonButton>
          ) : null}
          <Button onClick={() => setAway(true)}>我的代理</Button>
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setStarting(true)}>
            发起申请
          </Button>
        </Space>
      </header>
      {away ? <OwnDeputy onClose={() => setAway(false)} /> : null}
      {list.isError && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <LoadingState rows={8} /> : null}
      {list.data && list.data.list.length === 0 ? (
        <EmptyState
          why={keyword ? `没有匹配「${keyword}」的审批` : status ? `还没有「${CASE_STATES[status]}」的审批` : EMPTY[box]}
          next={keyword || status ? <Button onClick={() => setParams({ keyword: null, status: null })}>清除筛选</Button> : null}
        />
      ) : null}
      {list.data && list.data.list.length > 0 ? (
        <Items
          box={box}
          items={list.data.list}
          chosen={chosen}
          onToggle={toggle}
          onAll={(on) => setChosen(on ? new Map(list.data.list.filter((i) => i.task?.bulk).map((i) => [i.id, i])) : new Map())}
        />
      ) : null}
      {list.data && list.data.total > SIZE ? (
        <Pages
          align="end"
          current={pageNo}
          pageSize={SIZE}
          total={list.data.total}
          showSizeChanger={false}
          showTotal={(n) => `共 ${n} 条`}
          onChange={(n) => setParams({ pageNo: n === 1 ? null : String(n) })}
        />
      ) : null}
      {bulk ? (
        <BulkApprove items={[...chosen.values()]} onCancel={() => setBulk(false)} onDone={() => (setBulk(false), setChosen(new Map()))} />
      ) : null}
      {starting ? <StartPicker onClose={() => setStarting(false)} /> : null}
    </div>
  )
}

interface ItemsProps {
  box: Box
  items: readonly WorkItem[]
  chosen: ReadonlyMap<number, WorkItem>
  onToggle: (item: WorkItem) => void
  onAll: (on: boolean) => void
}

function useOpen(box: Box): (item: WorkItem) => void {
  const screen = useScreen()
  return (item) => screen.open('workflow', { id: item.id, ...(box === 'handled' ? { type: 3 } : {}) })
}

function Items(props: ItemsProps) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />
}

const unread = (box: Box, item: WorkItem): boolean =>
  (box === 'copied' ? item.unread : box === 'waiting' ? item.task?.unread : false) ?? false
const late = (item: WorkItem): boolean =>
  item.status === 'running' && item.task?.dueAt !== null && item.task?.dueAt !== undefined && item.task.dueAt < systemClock.now()
const arrived = (box: Box, item: WorkItem): string =>
  box === 'waiting' ? (item.task?.openedAt ?? item.startedAt) : box === 'handled' ? (item.task?.actedAt ?? item.startedAt) : item.startedAt

function Summary({ item }: { item: WorkItem }) {
  return (
    <>
      {item.summary.map((s) => (
        <span key={s.label} className="zyt-desk-fact">
          {s.label}：{s.value}
        </span>
      ))}
    </>
  )
}

function Marks({ item }: { item: WorkItem }) {
  return (
    <>
      {item.task?.principal ? <Tag tone="purple">代 {item.task.principal}</Tag> : null}
      {late(item) ? <Tag tone="red">已超时</Tag> : null}
    </>
  )
}

function Table({ box, items, chosen, onToggle, onAll }: ItemsProps) {
  const open = useOpen(box)
  const able = items.filter((i) => i.task?.bulk)
  const pick = box === 'waiting'
  return (
    <div className="zyt-desk-scroll">
      <table className="zyt-desk-table">
        <thead>
          <tr>
            {pick ? (
              <th scope="col" className="zyt-desk-pick">
                <Checkbox
                  aria-label="选择本页"
                  checked={able.length > 0 && able.every((i) => chosen.has(i.id))}
                  indeterminate={chosen.size > 0 && !able.every((i) => chosen.has(i.id))}
                  onChange={(event) => onAll(event.target.checked)}
                />
              </th>
            ) : null}
            <th scope="col">标题</th>
            <th scope="col">流程</th>
            <th scope="col">发起人</th>
            <th scope="col">{box === 'waiting' ? '当前步骤' : '状态'}</th>
            <th scope="col">{box === 'waiting' ? '到达时间' : box === 'handled' ? '处理时间' : '发起时间'}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.id}-${item.task?.id ?? 0}`} data-unread={unread(box, item)}>
              {pick ? (
                <td>
                  <Checkbox
                    aria-label={`选择 ${item.title}`}
                    disabled={!item.task?.bulk}
                    title={item.task?.bulk ? undefined : '这一步须逐件处理，请打开审批单'}
                    checked={chosen.has(item.id)}
                    onChange={() => onToggle(item)}
                  />
                </td>
              ) : null}
              <td>
                <button type="button" className="zyt-desk-title" onClick={() => open(item)}>
                  {unread(box, item) ? <span className="zyt-desk-dot" role="img" aria-label="未读" /> : null}
                  {item.title}
                </button>
                <small>
                  {item.no} <Summary item={item} />
                </small>
              </td>
              <td>{item.process}</td>
              <td>{item.starter}</td>
              <td>
                {box === 'waiting' ? item.task?.node : <Tag tone={CASE_TONES[item.status]}>{CASE_STATES[item.status]}</Tag>}{' '}
                <Marks item={item} />
                {box !== 'waiting' && item.waitsFor.length ? <small>等待 {item.waitsFor.join('、')}</small> : null}
              </td>
              <td>
                <time dateTime={arrived(box, item)} title={formatTime(arrived(box, item))}>
                  {relativeTime(arrived(box, item), systemClock.now(), 'YYYY-MM-DD HH:mm')}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ box, items, chosen, onToggle }: ItemsProps) {
  const open = useOpen(box)
  return (
    <ul className="zyt-desk-cards">
      {items.map((item) => (
        <li key={`${item.id}-${item.task?.id ?? 0}`} data-unread={unread(box, item)}>
          {box === 'waiting' && item.task?.bulk ? (
            <Checkbox aria-label={`选择 ${item.title}`} checked={chosen.has(item.id)} onChange={() => onToggle(item)} />
          ) : null}
          <button type="button" onClick={() => open(item)}>
            <b>
              {unread(box, item) ? <span className="zyt-desk-dot" role="img" aria-label="未读" /> : null}
              {item.title}
            </b>
            <Summary item={item} />
            <small>
              {item.starter} · {box === 'waiting' ? item.task?.node : CASE_STATES[item.status]} ·{' '}
              {relativeTime(arrived(box, item), systemClock.now(), 'MM-DD HH:mm')} <Marks item={item} />
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
