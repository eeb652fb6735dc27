/** What a report is asked: days, groups, comparison, filters. A change acts at once and stands in the address. */
import { useId, useState } from 'react'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import type { Field } from '../../entity/field.ts'
import { COMPARES, PERIODS, periodOf, STEPS, type PeriodName } from '../../report/period.rules.ts'
import { dayOf } from '../../basics/time/day.ts'
import { many } from '../field/control.ts'
import { FilterControl } from '../list/filter/filter-control.web.tsx'
import { formatFilter, parseFilter, type FilterValue } from '../list/filter/filter.ts'
import { Section } from '../parts/section.web.tsx'
import type { ReportModel } from './use-report.web.ts'

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

export function ReportQuestion({ model }: { model: ReportModel }) {
  const { resolved, params, set, period, by } = model
  const { report, dimensions, filters, defaults } = resolved
  const groups = [
    ...(report.period ? [{ value: 'period', label: '时间' }] : []),
    ...dimensions.map(({ name, label }) => ({ value: name, label })),
  ]
  return (
    <Section title="统计范围">
      <div className="zyt-report-question" role="search" aria-label={`${report.label}的条件`}>
        {period ? <Days model={model} /> : null}
        {groups.length > 1 ? (
          <Labelled label="分组">
            {(id) => (
              <Select
                id={id}
                {...many}
                maxCount={2}
                placeholder="只看合计"
                value={[...by]}
                options={groups}
                onChange={(names: string[]) => set({ by: names.join(',') === report.by.join(',') ? null : names.join(',') })}
              />
            )}
          </Labelled>
        ) : null}
        {period && by.includes('period') ? (
          <Labelled label="时间分组">
            {(id) => (
              <Select
                id={id}
                value={model.step}
                options={options(STEPS)}
                onChange={(step) => set({ step: step === (report.step ?? 'month') ? null : step })}
              />
            )}
          </Labelled>
        ) : null}
        {period ? (
          <Labelled label="比较">
            {(id) => (
              <Select
                id={id}
                value={model.compare}
                options={options(COMPARES)}
                onChange={(compare) => set({ compare: compare === 'none' ? null : compare })}
              />
            )}
          </Labelled>
        ) : null}
        {Object.entries(filters).map(([name, field]) => (
          <Filter
            key={name}
            field={field}
            text={params[name] ?? defaults[name] ?? ''}
            always={defaults[name] !== undefined}
            onChange={(text) => set({ [name]: text === '' || text === defaults[name] ? null : text })}
          />
        ))}
      </div>
    </Section>
  )
}

function Days({ model }: { model: ReportModel }) {
  const { period, set } = model
  const today = dayOf(new Date())
  const presets = (Object.keys(PERIODS) as PeriodName[]).map((name) => {
    const { from, to } = periodOf(name, today)
    return { label: PERIODS[name], value: [dayjs(from), dayjs(to)] as [dayjs.Dayjs, dayjs.Dayjs] }
  })
  return (
    <Labelled label="日期" wide>
      {(id) => (
        <DatePicker.RangePicker
          id={{ start: id, end: `${id}-end` }}
          aria-label="统计日期"
          allowClear={false}
          presets={presets}
          value={[dayjs(period!.from), dayjs(period!.to)]}
          onChange={(range) => range?.[0] && range[1] && set({ from: range[0].format('YYYY-MM-DD'), to: range[1].format('YYYY-MM-DD') })}
        />
      )}
    </Labelled>
  )
}

interface FilterProps {
  field: Field
  text: string
  /** One of its options holds at any time. */
  always: boolean
  onChange: (text: string) => void
}
function Filter({ field, text, always, onChange }: FilterProps) {
  const [draft, setDraft] = useState<{ of: string; value: FilterValue | null }>({ of: text, value: parseFilter(field, text) })
  const value = draft.of === text ? draft.value : parseFilter(field, text)
  if (always && 'options' in field && field.options) {
    const choices = options(field.options)
    return <Labelled label={field.label}>{(id) => <Select id={id} value={text} options={choices} onChange={onChange} />}</Labelled>
  }
  return (
    <Labelled label={field.label}>
      {(id) => (
        <FilterControl
          id={id}
          field={field}
          value={value}
          onDraft={(next) => setDraft({ of: text, value: next })}
          onApply={(next) => onChange(formatFilter(next))}
        />
      )}
    </Labelled>
  )
}

function Labelled({ label, wide, children }: { label: string; wide?: boolean; children: (id: string) => React.ReactNode }) {
  const id = useId()
  return (
    <div className={wide ? 'zyt-report-ask zyt-report-ask-wide' : 'zyt-report-ask'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
