/** Who: how the people of a node are found. */
import { RefPicker } from '#kit/ui/record.web.tsx'
import { PeoplePicker } from '../../forms/people.web.tsx'
import { ASSIGNEE_KINDS, type AssigneeKind, type AssigneeRule } from '../../engine/definition.ts'
import { CountField, NumberField, partOf, RadioField, SelectField, TickField, useLocked } from './controls.web.tsx'
import type { DesignWorld } from '../world.ts'

const HINTS: Partial<Record<AssigneeKind, string>> = {
  approvalRole: '按业务所属门店找到该角色在门店、城市或全公司的成员',
  leader: '从发起人所在部门往上数，第 1 级为直属部门的负责人',
  leaders: '从直属主管开始，逐级向上，依次审批',
  formPerson: '由申请表中所填的人员审批',
  formDeptLeader: '由申请表中所选部门的负责人审批',
  fact: '由业务单据上的人员审批，如合同的经办人',
  starterChoice: '提交申请时由发起人选择',
  previousChoice: '由上一节点的审批人在同意时选择',
}

function firstRule(kind: AssigneeKind): AssigneeRule {
  switch (kind) {
    case 'person':
      return { kind, users: [] }
    case 'role':
      return { kind, roles: [] }
    case 'approvalRole':
      return { kind, code: '' }
    case 'leader':
      return { kind, level: 1 }
    case 'leaders':
      return { kind, upTo: 2 }
    case 'deptLeader':
      return { kind, dept: 0 }
    case 'formPerson':
    case 'formDeptLeader':
    case 'fact':
      return { kind, field: '' }
    default:
      return { kind }
  }
}

interface Props {
  value: AssigneeRule
  onChange: (value: AssigneeRule) => void
  world: DesignWorld
  /** Kinds that make no sense here (nobody chooses whom to copy to later). */
  without?: readonly AssigneeKind[]
}
/** Those somebody chooses later, in the course of the case. */
export const LATER: readonly AssigneeKind[] = ['starterChoice', 'previousChoice']

export function WhoEditor({ value, onChange, world, without = [] }: Props) {
  const kinds = (Object.keys(ASSIGNEE_KINDS) as AssigneeKind[]).filter((kind) => !without.includes(kind))
  return (
    <div className="zyt-panel-block">
      <RadioField
        className="zyt-who-kinds"
        label="人员来源"
        value={value.kind}
        options={kinds.map((kind) => ({ value: kind, label: ASSIGNEE_KINDS[kind] }))}
        onChange={(kind) => onChange(firstRule(kind))}
      />
      {HINTS[value.kind] ? <p className="zyt-section-hint">{HINTS[value.kind]}</p> : null}
      <Details value={value} onChange={onChange} world={world} />
    </div>
  )
}

function Details({ value, onChange, world }: Omit<Props, 'without'>) {
  const disabled = useLocked()
  const formFields = (kind: string) => world.form.fields.filter((x) => x.kind === kind).map((x) => ({ value: x.name, label: x.label }))
  switch (value.kind) {
    case 'person':
      return (
        <PeoplePicker
          label="成员"
          multiple
          value={[...value.users]}
          disabled={disabled}
          ariaLabel="指定成员"
          onChange={(users) => onChange({ ...value, users: users as number[] })}
        />
      )
    case 'role':
      return (
        <>
          <RefPicker
            to="role"
            label="角色"
            multiple
            value={[...value.roles]}
            filter={{ status: 'active' }}
            disabled={disabled}
            ariaLabel="角色"
            onChange={(roles) => onChange({ ...value, roles: roles as number[] })}
          />
          <TickField {...partOf(value, onChange)('sameStore')}>只限业务所属门店的人</TickField>
        </>
      )
    case 'approvalRole':
      return (
        <SelectField
          label="审批角色"
          search
          options={world.approvalRoles}
          placeholder="请选择审批角色"
          notFoundContent="还没有审批角色，请先在「审批角色」中添加"
          {...partOf(value, onChange)('code')}
        />
      )
    case 'leader':
      return <CountField label="主管级数" max={10} prefix="第" suffix="级主管" {...partOf(value, onChange)('level')} />
    case 'leaders':
      return <CountField label="审批到第几级主管" max={10} prefix="至第" suffix="级主管" {...partOf(value, onChange)('upTo')} />
    case 'deptLeader':
      return (
        <RefPicker
          to="dept"
          label="部门"
          value={value.dept || null}
          disabled={disabled}
          ariaLabel="部门"
          onChange={(dept) => onChange({ ...value, dept: (dept as number | null) ?? 0 })}
        />
      )
    case 'formPerson':
    case 'formDeptLeader':
      return (
        <SelectField
          label="表单字段"
          options={formFields(value.kind === 'formPerson' ? 'person' : 'department')}
          placeholder="请选择表单字段"
          notFoundContent={value.kind === 'formPerson' ? '表单中没有人员字段' : '表单中没有部门字段'}
          {...partOf(value, onChange)('field')}
        />
      )
    case 'fact':
      return (
        <SelectField
          label="业务数据字段"
          options={world.personFacts}
          placeholder="请选择业务数据字段"
          notFoundContent="该业务没有人员字段"
          {...partOf(value, onChange)('field')}
        />
      )
    case 'starterChoice':
    case 'previousChoice':
      return (
        <>
          <PeoplePicker
            label="可选范围"
            multiple
            value={[...(value.among ?? [])]}
            disabled={disabled}
            ariaLabel="可选范围"
            placeholder="可选范围，不填为全体员工"
            onChange={(users) =>
              onChange({
                kind: value.kind,
                ...((users as number[]).length ? { among: users as number[] } : {}),
                ...(value.max ? { max: value.max } : {}),
              })
            }
          />
          <NumberField
            label="最多选几人"
            min={1}
            max={100}
            precision={0}
            value={value.max}
            prefix="最多选"
            suffix="人"
            placeholder="不限"
            onChange={(max) => onChange({ kind: value.kind, ...(value.among ? { among: value.among } : {}), ...(max ? { max } : {}) })}
          />
        </>
      )
    default:
      return null
  }
}
