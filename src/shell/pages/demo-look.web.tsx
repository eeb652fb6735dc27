/** The visual language on one page: what a maker of screens takes from it instead of inventing a colour, a size or a word. */
import { Space } from 'antd'
import { systemClock } from '#kit/basics/time/clock.ts'
import { addDays } from '#kit/basics/time/day.ts'
import { MEASURES } from '#kit/ui/look/tokens.ts'
import { Drawing, type DrawingName } from '#kit/ui/look/drawing.web.tsx'
import { DueDay } from '#kit/ui/parts/due-day.web.tsx'
import { PlainTable } from '#kit/ui/parts/plain-table.web.tsx'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { Sums } from '#kit/ui/parts/sums.web.tsx'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import type { Tone } from '#kit/ui/parts/tone.ts'
import './home.css'

const COLOURS: readonly [string, string][] = [
  ['--zyt-text', '正文'],
  ['--zyt-text-2', '次要文字'],
  ['--zyt-primary', '可点击'],
  ['--zyt-accent', '第二强调色：标题条、图画、纸张'],
  ['--zyt-good', '正常'],
  ['--zyt-warn', '需留意'],
  ['--zyt-bad', '逾期、出错'],
]
const GROUNDS: readonly [string, string][] = [
  ['--zyt-bg', '页面'],
  ['--zyt-panel', '卡片'],
  ['--zyt-panel-2', '表头'],
  ['--zyt-hover', '指向'],
  ['--zyt-border', '边线'],
]
/** Sizes in use and what they say. */
const TYPE: readonly [keyof typeof MEASURES, string][] = [
  ['type-display', '公开页标题、纸张标题'],
  ['type-title', '页面标题与首页数字'],
  ['type-lead', '分组标题'],
  ['type-body', '正文、表格、表单'],
  ['type-small', '数字下的说明'],
  ['type-note', '提示与版权'],
]
const SPACE = ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6'] as const
const DRAWINGS: readonly [DrawingName, string][] = [
  ['empty', '还没有内容'],
  ['nothing', '条件下没有'],
  ['fault', '加载失败'],
  ['refused', '现在不能办'],
  ['locked', '没有权限'],
  ['lost', '没有找到'],
  ['done', '办完了'],
]
const SAID: Readonly<Record<Tone, string>> = {
  grey: '已结束',
  blue: '进行中',
  green: '正常',
  orange: '待处理',
  red: '逾期、驳回',
  purple: '特殊',
  cyan: '准备中',
  gold: '暂停',
}

export function Look() {
  const today = systemClock.today()
  return (
    <>
      <Section title="颜色" hint="深浅色各一套，只用这些变量；颜色之外总有文字">
        <Space wrap size={16}>
          {COLOURS.map(([name, label]) => (
            <span key={name} style={{ color: `var(${name})` }}>
              {label} <small>{name}</small>
            </span>
          ))}
        </Space>
        <div className="zyt-look-grounds">
          {GROUNDS.map(([name, label]) => (
            <span key={name} style={{ background: `var(${name})` }}>
              {label} <small>{name}</small>
            </span>
          ))}
        </div>
      </Section>
      <Section title="字号与间距" hint="六种字号，六种间距；密度（右上角用户菜单）改变卡片、表单与表格的疏密">
        {TYPE.map(([name, label]) => (
          <p key={name} className="zyt-look-type" style={{ fontSize: `var(--zyt-${name})` }}>
            {MEASURES[name]} {label}
          </p>
        ))}
        <Space size={16} align="end">
          {SPACE.map((name) => (
            <span key={name} className="zyt-look-space">
              <i style={{ width: `var(--zyt-${name})`, height: `var(--zyt-${name})` }} />
              {MEASURES[name]}
            </span>
          ))}
        </Space>
      </Section>
      <Section title="图画" hint="没有数据、加载失败、办完了，各有一幅；旁边总有一句话和下一步">
        <div className="zyt-look-drawings">
          {DRAWINGS.map(([name, label]) => (
            <figure key={name}>
              <Drawing name={name} />
              <figcaption>{label}</figcaption>
            </figure>
          ))}
        </div>
      </Section>
      <Section title="标签、期限与金额" hint="逾期由同一条规则判断：过了那一天即逾期，说出天数">
        <Space wrap>
          {Object.entries(SAID).map(([tone, words]) => (
            <Tag key={tone} tone={tone}>
              {words}
            </Tag>
          ))}
        </Space>
        <PlainTable
          columns={[{ head: '情形' }, { head: '应付日' }]}
          rows={[
            { key: 'ahead', cells: ['还没到', <DueDay key="d" value={addDays(today, 5)} open late="逾期" />] },
            { key: 'today', cells: ['就在今天', <DueDay key="d" value={today} open late="逾期" />] },
            { key: 'late', cells: ['已经过了', <DueDay key="d" value={addDays(today, -96)} open late="逾期" />] },
            { key: 'paid', cells: ['过了，但已付清', <DueDay key="d" value={addDays(today, -96)} open={false} late="逾期" />] },
          ]}
        />
        <Sums
          sums={[
            { label: '应收', amount: 380_000 },
            { label: '已收', amount: 200_000 },
            { label: '逾期未收', amount: 180_000, bad: true },
          ]}
        />
      </Section>
    </>
  )
}
