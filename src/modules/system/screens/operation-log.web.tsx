/** 操作日志: who did what, when, from where, on which record, with before and after. */
import { useMemo } from 'react'
import { Button, Select, Space } from 'antd'
import { DownloadOutlined, SafetyOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/entity/wire.ts'
import { STANDARD_VERBS } from '#kit/entity/entity.ts'
import { api } from '#kit/ui/client/api.web.ts'
import { alertBox } from '#kit/ui/dialog/message.web.tsx'
import { Permission } from '#kit/ui/screen/permission.web.tsx'
import { RefPicker } from '#kit/ui/record.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { actionsOf, allScreens, entityOf, hasEntity } from '#kit/ui/screen/registry.web.ts'
import { useQueryState } from '#kit/ui/screen/screen.web.ts'
import { asText } from '#kit/basics/text.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import { LOG_SOURCES, OTHER_ACTIONS, OTHER_OBJECTS } from '../log/log.ts'
import type { Chain, LogRow } from '../system.wire.ts'
import { DaysFilter, FilterBox, instantsOf, LogFilters, TextFilter } from './log-filters.web.tsx'
import { LogTable } from './log-table.web.tsx'

type Options = { value: string; label: string }[]
const optionsOf = (words: Record<string, string>): Options => Object.entries(words).map(([value, label]) => ({ value, label }))

function objects(): Options {
  const names = [...new Set(allScreens().flatMap((s) => (s.entity && hasEntity(s.entity) ? [s.entity] : [])))]
  return [
    ...names.map((name) => ({ value: name, label: entityOf(name).label })).toSorted((a, b) => a.label.localeCompare(b.label, 'zh')),
    ...optionsOf(OTHER_OBJECTS),
  ]
}

/** Of the chosen object, else those that every object has. */
function actionsFor(entity: string | undefined): Options {
  const own =
    entity && hasEntity(entity) ? Object.entries(actionsOf(entity)?.all ?? {}).map(([name, spec]) => [name, spec.label] as const) : []
  return optionsOf({ ...STANDARD_VERBS, ...OTHER_ACTIONS, ...Object.fromEntries(own) })
}

export function OperationLog() {
  const [params, setParams] = useQueryState()
  const query = useMemo(() => {
    const { keyword, entity, action, source, userId, entityId } = params
    return { keyword, entity, action, source, userId, entityId, ...instantsOf(params) }
  }, [params])
  const page = { pageNo: Number(params['pageNo'] ?? 1), pageSize: Number(params['pageSize'] ?? 20) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['entity', 'log', query, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ListAnswer<LogRow>>('/api/log/list', { ...query, ...page }, { signal, silent: true }),
  })
  const set = (change: Record<string, string | null>): void => setParams({ ...change, pageNo: null })
  const objectOptions = useMemo(objects, [])
  return (
    <div className="zyt-log-part">
      <LogFilters>
        <DaysFilter />
        <FilterBox label="操作人">
          {(id) => (
            <RefPicker
              id={id}
              to="user"
              label="操作人"
              value={params['userId'] ? Number(params['userId']) : null}
              onChange={(value) => set({ userId: value ? asText(value) : null })}
            />
          )}
        </FilterBox>
        <FilterBox label="对象">
          {(id) => (
            <SearchSelect
              id={id}
              allowClear
              placeholder="全部"
              options={objectOptions}
              value={params['entity']}
              onChange={(entity?: string) => set({ entity: entity ?? null, action: null })}
            />
          )}
        </FilterBox>
        <FilterBox label="操作">
          {(id) => (
            <SearchSelect
              id={id}
              allowClear
              placeholder="全部"
              options={actionsFor(params['entity'])}
              value={params['action']}
              onChange={(action?: string) => set({ action: action ?? null })}
            />
          )}
        </FilterBox>
        <FilterBox label="来源">
          {(id) => (
            <Select
              id={id}
              allowClear
              placeholder="全部"
              options={optionsOf(LOG_SOURCES)}
              value={params['source']}
              onChange={(source?: string) => set({ source: source ?? null })}
            />
          )}
        </FilterBox>
        <TextFilter label="关键字" name="keyword" placeholder="记录、操作人、原因" />
      </LogFilters>
      <Space wrap className="zyt-log-tools">
        <Permission codes={['systemLog_verify']}>
          <Button icon={<SafetyOutlined />} onClick={() => void verify()}>
            校验日志链
          </Button>
        </Permission>
        <Permission codes={['systemLog_export']}>
          <ReasonButton
            icon={<DownloadOutlined />}
            reason={data?.total ? null : '没有可导出的日志'}
            onClick={() =>
              void api
                .download('/api/log/export', { method: 'POST', body: defined(query), fileName: '系统日志.xlsx' })
                .catch(() => undefined)
            }
          >
            导出
          </ReasonButton>
        </Permission>
      </Space>
      <LogTable answer={data} error={error} busy={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

/** The body of a POST is checked key by key; a filter that is not set is not there. */
const defined = (query: Record<string, string | number | undefined>): object =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, key === 'userId' || key === 'entityId' ? Number(value) : value]],
    ),
  )

async function verify(): Promise<void> {
  const report = await api.post<Chain>('/api/log/verify', {}).catch(() => null)
  if (report) await alertBox({ title: report.ok ? '日志链完整' : '日志链异常', content: report.message })
}
