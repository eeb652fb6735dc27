/** What holds for the whole process: withdrawing, repeated approvers, titles, lists, the print sheet. */
import { Checkbox, Input, Radio, Select } from 'antd'
import { DEDUPE, type ProcessSettings } from '../../engine/definition.ts'
import { Block } from './approve-panel.web.tsx'
import type { DesignWorld } from '../world.ts'

interface Props {
  settings: ProcessSettings
  world: DesignWorld
  onChange: (settings: ProcessSettings, key?: string) => void
  disabled?: boolean
}

export function SettingsPanel({ settings, world, onChange, disabled }: Props) {
  const paths = Object.entries(world.vocabulary)
    .filter(([path]) => !path.startsWith('starter.'))
    .map(([value, t]) => ({ value, label: t.label }))
  const print = settings.print ?? { trail: true }
  const { title: _title, ...untitled } = settings
  const { heading: _heading, ...unheaded } = print
  return (
    <>
      <Block title="发起人与审批人">
        <Checkbox
          checked={settings.allowWithdraw}
          disabled={disabled}
          onChange={(event) => onChange({ ...settings, allowWithdraw: event.target.checked })}
        >
          允许发起人撤销
        </Checkbox>
        <Checkbox
          checked={settings.allowTakeBack}
          disabled={disabled}
          onChange={(event) => onChange({ ...settings, allowTakeBack: event.target.checked })}
        >
          允许审批人在下一人处理之前拿回
        </Checkbox>
      </Block>
      <Block title="同一人出现多次时">
        <Radio.Group
          value={settings.dedupe}
          disabled={disabled}
          aria-label="审批人去重"
          options={Object.entries(DEDUPE).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange({ ...settings, dedupe: event.target.value })}
        />
      </Block>
      <Block title="标题" hint="可以引用：{starter} 发起人、{process} 流程、{no} 编号、{form.字段编码}、{fact.字段}">
        <Input
          value={settings.title ?? ''}
          maxLength={200}
          disabled={disabled}
          placeholder="{starter}的{process}"
          aria-label="标题格式"
          onChange={(event) => onChange(event.target.value ? { ...settings, title: event.target.value } : untitled, 'title')}
        />
      </Block>
      <Block title="列表摘要" hint="在工作台列表中显示，最多 6 项">
        <Select
          className="zyt-wide"
          mode="multiple"
          maxCount={6}
          disabled={disabled}
          value={[...(settings.summary ?? [])]}
          options={paths}
          aria-label="列表摘要"
          placeholder="请选择字段"
          onChange={(summary: string[]) => onChange({ ...settings, summary })}
        />
      </Block>
      <Block title="打印单">
        <Input
          value={print.heading ?? ''}
          maxLength={100}
          disabled={disabled}
          placeholder="抬头，默认为流程名称"
          aria-label="打印抬头"
          onChange={(event) =>
            onChange({ ...settings, print: event.target.value ? { ...print, heading: event.target.value } : unheaded }, 'heading')
          }
        />
        <Select
          className="zyt-wide"
          mode="multiple"
          disabled={disabled}
          value={[...(print.fields ?? [])]}
          options={paths}
          aria-label="打印字段"
          placeholder="打印哪些字段，默认全部"
          onChange={(fields: string[]) => onChange({ ...settings, print: { ...print, fields } })}
        />
        <Checkbox
          checked={print.trail}
          disabled={disabled}
          onChange={(event) => onChange({ ...settings, print: { ...print, trail: event.target.checked } })}
        >
          打印审批记录
        </Checkbox>
      </Block>
    </>
  )
}
