/** What holds for the whole process: withdrawing, repeated approvers, titles, lists, the print sheet. */
import { DEDUPE, type ProcessSettings } from '../../engine/definition.ts'
import { partOf, RadioField, SeveralField, TextField, TickField } from './controls.web.tsx'
import { Block } from './panel-frame.web.tsx'
import type { DesignWorld } from '../world.ts'

interface Props {
  settings: ProcessSettings
  world: DesignWorld
  onChange: (settings: ProcessSettings, key?: string) => void
}

export function SettingsPanel({ settings, world, onChange }: Props) {
  const part = partOf(settings, onChange)
  const paths = Object.entries(world.vocabulary)
    .filter(([path]) => !path.startsWith('starter.'))
    .map(([value, t]) => ({ value, label: t.label }))
  const print = settings.print ?? { trail: true }
  const { title: _title, ...untitled } = settings
  const { heading: _heading, ...unheaded } = print
  const printed = partOf(print, (next, key) => onChange({ ...settings, print: next }, key))
  return (
    <>
      <Block title="发起人与审批人">
        <TickField {...part('allowWithdraw')}>允许发起人撤销</TickField>
        <TickField {...part('allowTakeBack')}>允许审批人在下一人处理之前拿回</TickField>
      </Block>
      <Block title="同一人出现多次时">
        <RadioField label="审批人去重" options={DEDUPE} {...part('dedupe')} />
      </Block>
      <Block title="标题" hint="可以引用：{starter} 发起人、{process} 流程、{no} 编号、{form.字段编码}、{fact.字段}">
        <TextField
          label="标题格式"
          value={settings.title}
          maxLength={200}
          placeholder="{starter}的{process}"
          onChange={(title) => onChange(title ? { ...settings, title } : untitled, 'title')}
        />
      </Block>
      <Block title="列表摘要" hint="在工作台列表中显示，最多 6 项">
        <SeveralField label="列表摘要" maxCount={6} options={paths} placeholder="请选择字段" {...part('summary')} />
      </Block>
      <Block title="打印单">
        <TextField
          label="打印抬头"
          value={print.heading}
          maxLength={100}
          placeholder="抬头，默认为流程名称"
          onChange={(heading) => onChange({ ...settings, print: heading ? { ...print, heading } : unheaded }, 'heading')}
        />
        <SeveralField label="打印字段" options={paths} placeholder="打印哪些字段，默认全部" {...printed('fields')} />
        <TickField {...printed('trail')}>打印审批记录</TickField>
      </Block>
    </>
  )
}
