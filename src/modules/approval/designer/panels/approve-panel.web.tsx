/** Everything about an approving node: who, how they decide together, what happens when it goes wrong, fields, buttons. */
import { Checkbox, InputNumber, Radio, Select, Switch, Tabs } from 'antd'
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
  type EmptyPolicy,
  type Mode,
  type RejectPolicy,
  type ResubmitPolicy,
  type SelfPolicy,
  type TimeoutRule,
  type VoteRule,
} from '../../engine/definition.ts'
import { allNodes, placesOf, reachableWithoutEntering } from '../../engine/definition.rules.ts'
import { FieldPermissionTable } from './permission-table.web.tsx'
import { WhoEditor } from './who-editor.web.tsx'
import type { DesignWorld, PanelProps } from '../world.ts'

type Props = PanelProps<ApproveNode>
const options = <T extends string>(of: Readonly<Record<T, string>>) =>
  (Object.keys(of) as T[]).map((value) => ({ value, label: of[value] }))

export function ApprovePanel(props: Props) {
  const { node, world, onChange, disabled } = props
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
                  disabled={disabled}
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
          children: (
            <FieldPermissionTable
              form={world.form}
              value={node.fields}
              whole="read"
              disabled={disabled}
              onChange={(fields) => onChange({ ...node, fields })}
            />
          ),
        },
        { key: 'buttons', label: '按钮', children: <Buttons {...props} /> },
      ]}
    />
  )
}

export function Block({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className="zyt-panel-block">
      <h3>{title}</h3>
      {hint ? <p className="zyt-section-hint">{hint}</p> : null}
      {children}
    </section>
  )
}

const MODE_HINTS: Readonly<Record<Mode, string>> = {
  sequential: '按顺序一个接一个，全部同意才通过',
  all: '同时处理，全部同意才通过',
  first: '同时处理，一人同意即通过',
  vote: '同时处理，按票数或比例决定',
}

function Deciding({ node, onChange, disabled }: Props) {
  return (
    <Block title="多人时如何决定" hint={MODE_HINTS[node.mode]}>
      <Radio.Group
        value={node.mode}
        disabled={disabled}
        options={options(MODES)}
        aria-label="多人审批方式"
        onChange={(event) =>
          onChange({
            ...node,
            mode: event.target.value as Mode,
            ...(event.target.value === 'vote' && !node.vote ? { vote: { passBp: 6000 } } : {}),
          })
        }
      />
      {node.mode === 'all' && node.kind === 'approve' ? (
        <Radio.Group
          value={node.veto ?? 'atOnce'}
          disabled={disabled}
          aria-label="会签遇到拒绝时"
          options={[
            { value: 'atOnce', label: '一票否决：有人拒绝立即驳回' },
            { value: 'afterAll', label: '等所有人表态后再驳回' },
          ]}
          onChange={(event) => onChange({ ...node, veto: event.target.value })}
        />
      ) : null}
      {node.mode === 'first' && node.kind === 'approve' ? (
        <Radio.Group
          value={node.firstReject ?? 'one'}
          disabled={disabled}
          aria-label="或签遇到拒绝时"
          options={[
            { value: 'one', label: '一人拒绝即驳回' },
            { value: 'all', label: '全部拒绝才驳回' },
          ]}
          onChange={(event) => onChange({ ...node, firstReject: event.target.value })}
        />
      ) : null}
      {node.mode === 'vote' ? (
        <Voting
          vote={node.vote ?? {}}
          users={node.who.kind === 'person' ? node.who.users : []}
          disabled={disabled}
          onChange={(vote) => onChange({ ...node, vote }, 'vote')}
        />
      ) : null}
    </Block>
  )
}

function Voting({
  vote,
  users,
  onChange,
  disabled,
}: {
  vote: VoteRule
  users: readonly number[]
  onChange: (vote: VoteRule) => void
  disabled?: boolean
}) {
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
      <Radio.Group
        value={byCount ? 'count' : 'ratio'}
        disabled={disabled}
        aria-label="票签通过条件"
        options={[
          { value: 'ratio', label: '按比例' },
          { value: 'count', label: '按票数' },
        ]}
        onChange={(event) => onChange(event.target.value === 'count' ? { ...rest, passCount: 2 } : { ...rest, passBp: 6000 })}
      />
      {byCount ? (
        <InputNumber
          min={1}
          max={100}
          precision={0}
          disabled={disabled}
          value={vote.passCount}
          prefix="同意满"
          suffix="票通过"
          aria-label="通过票数"
          onChange={(n) => onChange({ ...rest, passCount: n ?? 1 })}
        />
      ) : (
        <InputNumber
          min={1}
          max={100}
          precision={2}
          disabled={disabled}
          value={(vote.passBp ?? 0) / 100}
          prefix="同意达"
          suffix="% 通过"
          aria-label="通过比例"
          onChange={(n) => onChange({ ...rest, passBp: Math.round((n ?? 1) * 100) })}
        />
      )}
      <InputNumber
        min={1}
        max={100}
        precision={0}
        disabled={disabled}
        value={vote.rejectCount ?? null}
        prefix="拒绝满"
        suffix="票驳回"
        placeholder="已不可能通过时"
        aria-label="驳回票数"
        onChange={(n) => {
          const { rejectCount: _old, ...bare } = vote
          onChange(n ? { ...bare, rejectCount: n } : bare)
        }}
      />
      {users.length > 0 ? <span className="zyt-section-hint">每人票数（默认 1 票）</span> : null}
      {users.map((user) => (
        <div key={user} className="zyt-panel-row">
          <PeoplePicker label="成员" value={user} disabled onChange={() => undefined} ariaLabel="成员" />
          <InputNumber
            min={1}
            max={100}
            precision={0}
            disabled={disabled}
            value={weightOf(user)}
            suffix="票"
            aria-label="票数"
            onChange={(n) => setWeight(user, n ?? 1)}
          />
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

function Policies({ node, world, onChange, disabled }: Props) {
  const reject = node.reject ?? { policy: 'end' as RejectPolicy }
  return (
    <>
      <Block title="找不到审批人时">
        <Select
          className="zyt-wide"
          disabled={disabled}
          value={node.empty.policy}
          options={options(EMPTY_POLICIES)}
          aria-label="审批人为空时"
          onChange={(policy: EmptyPolicy) => onChange({ ...node, empty: { policy } })}
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
        <Select
          className="zyt-wide"
          disabled={disabled}
          value={node.self}
          options={options(SELF_POLICIES)}
          aria-label="审批人与发起人相同时"
          onChange={(self: SelfPolicy) => onChange({ ...node, self })}
        />
      </Block>
      {node.kind === 'approve' ? (
        <Block title="被拒绝时">
          <Select
            className="zyt-wide"
            disabled={disabled}
            value={reject.policy}
            options={options(REJECT_POLICIES)}
            aria-label="被拒绝时"
            onChange={(policy: RejectPolicy) => onChange({ ...node, reject: { policy } })}
          />
          {reject.policy === 'node' ? (
            <Select
              className="zyt-wide"
              disabled={disabled}
              value={reject.node}
              options={targetsOf(node, world)}
              placeholder="退回到哪个节点"
              aria-label="退回到哪个节点"
              onChange={(to: string) => onChange({ ...node, reject: { policy: 'node', node: to } })}
            />
          ) : null}
          {reject.policy === 'end' ? null : (
            <>
              <span className="zyt-section-hint">退回后重新提交时</span>
              <Radio.Group
                value={node.resubmit ?? 'again'}
                disabled={disabled}
                options={options(RESUBMIT_POLICIES)}
                aria-label="重新提交时"
                onChange={(event) => onChange({ ...node, resubmit: event.target.value as ResubmitPolicy })}
              />
            </>
          )}
        </Block>
      ) : null}
      <Timeout node={node} world={world} onChange={onChange} disabled={disabled} />
    </>
  )
}

function Timeout({ node, onChange, disabled }: Props) {
  const rule = node.timeout
  const { timeout: _old, ...without } = node
  const put = (next: TimeoutRule): void => onChange({ ...node, timeout: next }, 'timeout')
  return (
    <Block title="超时未处理">
      <Switch
        checked={rule !== undefined}
        disabled={disabled}
        aria-label="启用超时处理"
        checkedChildren="启用"
        unCheckedChildren="不处理"
        onChange={(on) => onChange(on ? { ...node, timeout: { hours: 24, action: 'remind', maxRemind: 3 } } : without)}
      />
      {rule ? (
        <div className="zyt-panel-lines">
          <InputNumber
            min={0.1}
            max={8760}
            disabled={disabled}
            value={rule.hours}
            prefix="到达后"
            suffix="小时"
            aria-label="超时小时数"
            onChange={(hours) => put({ ...rule, hours: hours ?? 24 })}
          />
          <Select
            disabled={disabled}
            value={rule.action}
            aria-label="超时后"
            options={options(TIMEOUT_ACTIONS).filter((o) => node.kind === 'approve' || o.value !== 'reject')}
            onChange={(action: TimeoutRule['action']) =>
              put({ hours: rule.hours, action, ...(action === 'remind' ? { maxRemind: 3 } : {}) })
            }
          />
          {rule.action === 'remind' ? (
            <InputNumber
              min={1}
              max={50}
              precision={0}
              disabled={disabled}
              value={rule.maxRemind ?? 1}
              prefix="最多提醒"
              suffix="次"
              aria-label="最多提醒次数"
              onChange={(n) => put({ ...rule, maxRemind: n ?? 1 })}
            />
          ) : null}
        </div>
      ) : null}
    </Block>
  )
}

function Buttons({ node, onChange, disabled }: Props) {
  const all = (Object.keys(BUTTONS) as Button[]).filter((b) => node.kind === 'approve' || b !== 'reject')
  const chosen = node.buttons ?? all
  return (
    <>
      <Block title="可用的操作" hint="处理人权限可以再收窄，不能放宽">
        <Checkbox.Group
          className="zyt-panel-checks"
          value={[...chosen]}
          disabled={disabled}
          options={all.map((b) => ({
            value: b,
            label: b === 'approve' && node.kind === 'handle' ? '完成办理' : BUTTONS[b],
            disabled: b === 'approve',
          }))}
          onChange={(next) => onChange({ ...node, buttons: all.filter((b) => b === 'approve' || (next as Button[]).includes(b)) })}
        />
      </Block>
      <Block title="处理时必须">
        <Checkbox
          checked={node.needReason ?? false}
          disabled={disabled}
          onChange={(event) => onChange({ ...node, needReason: event.target.checked })}
        >
          填写意见
        </Checkbox>
        <Checkbox
          checked={node.needSignature ?? false}
          disabled={disabled}
          onChange={(event) => onChange({ ...node, needSignature: event.target.checked })}
        >
          手写签名
        </Checkbox>
      </Block>
    </>
  )
}
