/** Everything about an approving node: who, how they decide together, what happens when it goes wrong, fields, buttons. */
import { Checkbox, Switch, Tabs } from 'antd'
import { PeoplePicker } from '../../forms/people.web.tsx'
import {
  BUTTONS,
  EMPTY_POLICIES,
  MODES,
  REJECT_POLICIES,
  RESUBMIT_POLICIES,
  SELF_POLICIES,
  TIMEOUT_ACTIONS,
  isApproving,
  type ApproveNode,
  type Button,
  type Mode,
  type RejectPolicy,
  type TimeoutRule,
  type VoteRule,
} from '../../engine/definition.ts'
import { allNodes, placesOf, reachableWithoutEntering } from '../../engine/definition.rules.ts'
import { CountField, NumberField, partOf, RadioField, SelectField, TickField, useLocked } from './controls.web.tsx'
import { Block } from './panel-frame.web.tsx'
import { FieldPermissionTable } from './permission-table.web.tsx'
import { WhoEditor } from './who-editor.web.tsx'
import type { DesignWorld, PanelProps } from '../world.ts'

type Props = PanelProps<ApproveNode>

export function ApprovePanel(props: Props) {
  const { node, world, onChange } = props
  return (
    <Tabs
      size="small"
      items={[
        {
          key: 'who',
          label: node.kind === 'approve' ? '审批人' : '办理人',
          children: (
            <>
              <Block title="由谁处理">
                <WhoEditor
                  value={node.who}
                  world={world}
                  onChange={(who) => onChange({ ...node, who, ...(who.kind === 'leaders' ? { mode: 'sequential' as Mode } : {}) })}
                />
              </Block>
              <Deciding {...props} />
            </>
          ),
        },
        { key: 'policies', label: '策略', children: <Policies {...props} /> },
        {
          key: 'fields',
          label: '字段权限',
          children: <FieldPermissionTable form={world.form} whole="read" {...partOf(node, onChange)('fields')} />,
        },
        { key: 'buttons', label: '按钮', children: <Buttons {...props} /> },
      ]}
    />
  )
}

const MODE_HINTS: Readonly<Record<Mode, string>> = {
  sequential: '按顺序一个接一个，全部同意才通过',
  all: '同时处理，全部同意才通过',
  first: '同时处理，一人同意即通过',
  vote: '同时处理，按票数或比例决定',
}
const VETO = { atOnce: '一票否决：有人拒绝立即驳回', afterAll: '等所有人表态后再驳回' } as const
const FIRST_REJECT = { one: '一人拒绝即驳回', all: '全部拒绝才驳回' } as const

function Deciding({ node, onChange }: Props) {
  const part = partOf(node, onChange)
  return (
    <Block title="多人时如何决定" hint={MODE_HINTS[node.mode]}>
      <RadioField
        label="多人审批方式"
        value={node.mode}
        options={MODES}
        onChange={(mode) => onChange({ ...node, mode, ...(mode === 'vote' && !node.vote ? { vote: { passBp: 6000 } } : {}) })}
      />
      {node.mode === 'all' && node.kind === 'approve' ? (
        <RadioField label="会签遇到拒绝时" options={VETO} {...part('veto')} value={node.veto ?? 'atOnce'} />
      ) : null}
      {node.mode === 'first' && node.kind === 'approve' ? (
        <RadioField label="或签遇到拒绝时" options={FIRST_REJECT} {...part('firstReject')} value={node.firstReject ?? 'one'} />
      ) : null}
      {node.mode === 'vote' ? (
        <Voting {...part('vote', 'vote')} vote={node.vote ?? {}} users={node.who.kind === 'person' ? node.who.users : []} />
      ) : null}
    </Block>
  )
}

function Voting({ vote, users, onChange }: { vote: VoteRule; users: readonly number[]; onChange: (vote: VoteRule) => void }) {
  const { passBp: _bp, passCount: _count, ...rest } = vote
  const byCount = vote.passCount !== undefined
  const weightOf = (user: number): number => vote.weights?.find((w) => w.user === user)?.weight ?? 1
  const setWeight = (user: number, weight: number): void => {
    const weights = [
      ...(vote.weights ?? []).filter((w) => w.user !== user && users.includes(w.user)),
      ...(weight === 1 ? [] : [{ user, weight }]),
    ]
    const { weights: _old, ...bare } = vote
    onChange(weights.length ? { ...bare, weights } : bare)
  }
  return (
    <div className="zyt-panel-lines">
      <RadioField
        label="票签通过条件"
        value={byCount ? 'count' : 'ratio'}
        options={{ ratio: '按比例', count: '按票数' }}
        onChange={(by) => onChange(by === 'count' ? { ...rest, passCount: 2 } : { ...rest, passBp: 6000 })}
      />
      {byCount ? (
        <CountField
          label="通过票数"
          value={vote.passCount}
          prefix="同意满"
          suffix="票通过"
          onChange={(passCount) => onChange({ ...rest, passCount })}
        />
      ) : (
        <NumberField
          label="通过比例"
          min={1}
          max={100}
          precision={2}
          value={(vote.passBp ?? 0) / 100}
          prefix="同意达"
          suffix="% 通过"
          onChange={(n) => onChange({ ...rest, passBp: Math.round((n ?? 1) * 100) })}
        />
      )}
      <NumberField
        label="驳回票数"
        min={1}
        max={100}
        precision={0}
        value={vote.rejectCount}
        prefix="拒绝满"
        suffix="票驳回"
        placeholder="已不可能通过时"
        onChange={(n) => {
          const { rejectCount: _old, ...bare } = vote
          onChange(n ? { ...bare, rejectCount: n } : bare)
        }}
      />
      {users.length > 0 ? <span className="zyt-section-hint">每人票数（默认 1 票）</span> : null}
      {users.map((user) => (
        <div key={user} className="zyt-panel-row">
          <PeoplePicker label="成员" value={user} disabled onChange={() => undefined} ariaLabel="成员" />
          <CountField label="票数" value={weightOf(user)} suffix="票" onChange={(weight) => setWeight(user, weight)} />
        </div>
      ))}
    </div>
  )
}

/** Nodes work can go back to: before this one, and not in another parallel branch. */
function targetsOf(node: ApproveNode, world: DesignWorld): { value: string; label: string }[] {
  const places = placesOf({ nodes: world.nodes })
  const own = places.get(node.id)
  return allNodes(world.nodes)
    .filter(
      (n) =>
        (isApproving(n) || n.kind === 'start') &&
        own &&
        places.get(n.id)!.order < own.order &&
        reachableWithoutEntering(places, node.id, n.id),
    )
    .map((n) => ({ value: n.id, label: n.name }))
}

function Policies({ node, world, onChange }: Props) {
  const part = partOf(node, onChange)
  const reject = node.reject ?? { policy: 'end' as RejectPolicy }
  const disabled = useLocked()
  return (
    <>
      <Block title="找不到审批人时">
        <SelectField
          label="审批人为空时"
          value={node.empty.policy}
          options={EMPTY_POLICIES}
          onChange={(policy) => onChange({ ...node, empty: { policy } })}
        />
        {node.empty.policy === 'toPerson' ? (
          <PeoplePicker
            label="转交给"
            value={node.empty.person ?? null}
            disabled={disabled}
            ariaLabel="转交给"
            onChange={(person) => onChange({ ...node, empty: { policy: 'toPerson', ...(person ? { person: person as number } : {}) } })}
          />
        ) : null}
      </Block>
      <Block title="审批人就是发起人时">
        <SelectField label="审批人与发起人相同时" options={SELF_POLICIES} {...part('self')} />
      </Block>
      {node.kind === 'approve' ? (
        <Block title="被拒绝时">
          <SelectField
            label="被拒绝时"
            value={reject.policy}
            options={REJECT_POLICIES}
            onChange={(policy) => onChange({ ...node, reject: { policy } })}
          />
          {reject.policy === 'node' ? (
            <SelectField
              label="退回到哪个节点"
              value={reject.node}
              options={targetsOf(node, world)}
              placeholder="退回到哪个节点"
              onChange={(to) => onChange({ ...node, reject: { policy: 'node', node: to } })}
            />
          ) : null}
          {reject.policy === 'end' ? null : (
            <>
              <span className="zyt-section-hint">退回后重新提交时</span>
              <RadioField label="重新提交时" options={RESUBMIT_POLICIES} {...part('resubmit')} value={node.resubmit ?? 'again'} />
            </>
          )}
        </Block>
      ) : null}
      <Timeout node={node} world={world} onChange={onChange} />
    </>
  )
}

function Timeout({ node, onChange }: Props) {
  const rule = node.timeout
  const { timeout: _old, ...without } = node
  const actions = Object.entries(TIMEOUT_ACTIONS) as [TimeoutRule['action'], string][]
  const put = (next: TimeoutRule): void => onChange({ ...node, timeout: next }, 'timeout')
  return (
    <Block title="超时未处理">
      <Switch
        checked={rule !== undefined}
        disabled={useLocked()}
        aria-label="启用超时处理"
        checkedChildren="启用"
        unCheckedChildren="不处理"
        onChange={(on) => onChange(on ? { ...node, timeout: { hours: 24, action: 'remind', maxRemind: 3 } } : without)}
      />
      {rule ? (
        <div className="zyt-panel-lines">
          <NumberField
            label="超时小时数"
            min={0.1}
            max={8760}
            value={rule.hours}
            prefix="到达后"
            suffix="小时"
            onChange={(hours) => put({ ...rule, hours: hours ?? 24 })}
          />
          <SelectField
            label="超时后"
            value={rule.action}
            options={actions.flatMap(([value, label]) => (node.kind === 'approve' || value !== 'reject' ? [{ value, label }] : []))}
            onChange={(action) => put({ hours: rule.hours, action, ...(action === 'remind' ? { maxRemind: 3 } : {}) })}
          />
          {rule.action === 'remind' ? (
            <CountField
              label="最多提醒次数"
              max={50}
              value={rule.maxRemind ?? 1}
              prefix="最多提醒"
              suffix="次"
              onChange={(maxRemind) => put({ ...rule, maxRemind })}
            />
          ) : null}
        </div>
      ) : null}
    </Block>
  )
}

function Buttons({ node, onChange }: Props) {
  const part = partOf(node, onChange)
  const all = (Object.keys(BUTTONS) as Button[]).filter((b) => node.kind === 'approve' || b !== 'reject')
  const chosen = node.buttons ?? all
  return (
    <>
      <Block title="可用的操作" hint="处理人权限可以再收窄，不能放宽">
        <Checkbox.Group
          className="zyt-panel-checks"
          value={[...chosen]}
          disabled={useLocked()}
          options={all.map((b) => ({
            value: b,
            label: b === 'approve' && node.kind === 'handle' ? '完成办理' : BUTTONS[b],
            disabled: b === 'approve',
          }))}
          onChange={(next) => onChange({ ...node, buttons: all.filter((b) => b === 'approve' || (next as Button[]).includes(b)) })}
        />
      </Block>
      <Block title="处理时必须">
        <TickField {...part('needReason')}>填写意见</TickField>
        <TickField {...part('needSignature')}>手写签名</TickField>
      </Block>
    </>
  )
}
