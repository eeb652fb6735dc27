/** Pages × rules. A page follows the default row until it gets an entry of its own. */
import { useMemo } from 'react'
import { Select, Switch } from 'antd'
import { many } from '#kit/ui/field/control.ts'
import { SearchSelect } from '#kit/ui/field/search-select.web.tsx'
import type { RuleMode, RuleValue, TemplateEntry, TemplateRule } from '../permission.ts'
import { choicesOf, DEFAULT, entryOf, ruleOf, ruleText, setOwn, setRule, type Rule } from '../template.ts'
import { useRuleValues, type Rules } from './use-rules.web.ts'

interface Props {
  rules: Rules
  entries: readonly TemplateEntry[]
  readOnly: boolean
  onChange: (entries: TemplateEntry[]) => void
}

export function TemplateMatrix({ rules: { rules, bound, groups }, entries, readOnly, onChange }: Props) {
  if (rules.length === 0) return <p className="zyt-section-hint">没有受控的页面。请先在「规则资源」中把页面设为受控。</p>
  const fallback = entryOf(entries, DEFAULT)
  return (
    <div className="zyt-matrix-box">
      <table className="zyt-matrix">
        <thead>
          <tr>
            <th scope="col">页面</th>
            <th scope="col">单独设置</th>
            {rules.map((rule) => (
              <th key={rule.code} scope="col">
                {rule.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="zyt-matrix-default">
            <th scope="row">默认（其余页面）</th>
            <td>—</td>
            {rules.map((rule) => (
              <td key={rule.code} data-label={rule.name}>
                <Cell
                  page="默认"
                  rule={rule}
                  value={ruleOf(fallback, rule.code)}
                  readOnly={readOnly}
                  onChange={(next) => onChange(setRule(entries, DEFAULT, rule.code, next))}
                />
              </td>
            ))}
          </tr>
        </tbody>
        {groups.map((group) => (
          <tbody key={group.menu}>
            <tr className="zyt-matrix-group">
              <th colSpan={rules.length + 2} scope="rowgroup">
                {group.menu}
              </th>
            </tr>
            {group.pages.map((page) => {
              const own = entryOf(entries, page.code)
              const binds = bound.get(page.code) ?? new Set<string>()
              return (
                <tr key={page.code}>
                  <th scope="row">{page.name}</th>
                  <td data-label="单独设置">
                    <Switch
                      size="small"
                      checked={own !== null}
                      disabled={readOnly}
                      aria-label={`${page.name}：单独设置`}
                      onChange={(on) => onChange(setOwn(entries, page.code, on, binds))}
                    />
                  </td>
                  {rules.map((rule) => (
                    <td key={rule.code} data-label={rule.name}>
                      {!binds.has(rule.code) ? (
                        <span className="zyt-section-hint">不受控</span>
                      ) : own ? (
                        <Cell
                          page={page.name}
                          rule={rule}
                          value={ruleOf(own, rule.code)}
                          readOnly={readOnly}
                          onChange={(next) => onChange(setRule(entries, page.code, rule.code, next))}
                        />
                      ) : (
                        <Inherited rule={rule} value={ruleOf(fallback, rule.code)} />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Inherited({ rule, value }: { rule: Rule; value: TemplateRule | null }) {
  const values = useRuleValues(rule.code, value?.mode === 'custom')
  const names = useMemo(() => new Map(values.map((v) => [v.value, v.label])), [values])
  return <span className="zyt-section-hint">{ruleText(value, (id) => names.get(id) ?? `#${id}`)}</span>
}

interface CellProps {
  page: string
  rule: Rule
  value: TemplateRule | null
  readOnly: boolean
  onChange: (next: Omit<TemplateRule, 'rule'> | null) => void
}

function Cell({ page, rule, value, readOnly, onChange }: CellProps) {
  const custom = value?.mode === 'custom'
  const values = useRuleValues(rule.code, custom)
  const chosen = value?.values ?? []
  return (
    <div className="zyt-matrix-cell">
      <Select<RuleMode | ''>
        size="small"
        aria-label={`${page}：${rule.name}`}
        className={value ? undefined : 'zyt-matrix-none'}
        value={value?.mode ?? ''}
        disabled={readOnly}
        options={choicesOf(rule.dimension)}
        popupMatchSelectWidth={false}
        onChange={(mode) => onChange(mode === '' ? null : mode === 'custom' ? { mode, values: chosen } : { mode })}
      />
      {custom ? (
        <SearchSelect<RuleValue[]>
          size="small"
          {...many}
          maxTagCount={2}
          aria-label={`${page}：指定${rule.name}`}
          placeholder={`选择${rule.name}`}
          status={chosen.length === 0 ? 'error' : undefined}
          disabled={readOnly}
          options={[...values]}
          value={chosen}
          onChange={(ids) => onChange({ mode: 'custom', values: ids })}
        />
      ) : null}
    </div>
  )
}
