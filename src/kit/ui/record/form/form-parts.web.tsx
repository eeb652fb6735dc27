/** Parts of a form around its fields: what is wrong, what was restored, what somebody else changed. */
import { Alert, Button, Space } from 'antd'
import { formatTime } from '../../../basics/time/time-format.ts'
import type { Entity } from '../../../entity/entity.ts'
import type { Field } from '../../../entity/field.ts'
import { Dialog } from '../../dialog/dialog.web.tsx'
import { ValueView } from '../../field/field-value.web.tsx'
import type { Values } from './same.ts'
import { errorCount, type FormErrors } from './server-errors.ts'
import type { Clash } from './use-entity-form.web.ts'

/** Goes to the first control of a field inside `root`. */
export function jumpTo(root: HTMLElement | null, name: string): void {
  const box = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  box?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  // In a table of lines the cell that is wrong, not the first one.
  const control =
    box?.querySelector<HTMLElement>('input[aria-invalid="true"], textarea[aria-invalid="true"]') ??
    box?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
  control?.focus({ preventScroll: true })
}

export function ErrorSummary({ errors, entity, onJump }: { errors: FormErrors; entity: Entity<any>; onJump: (name: string) => void }) {
  if (errorCount(errors) === 0) return null
  const names = [...new Set(Object.keys(errors.fields).map((path) => path.split('.')[0] as string))]
  return (
    <Alert
      type="error"
      showIcon
      className="zyt-form-alert"
      role="alert"
      title={`有 ${errorCount(errors)} 处需要修改`}
      description={
        <Space wrap size={[12, 0]}>
          {errors.general.map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          {names.map((name) => (
            <Button key={name} type="link" size="small" onClick={() => onJump(name)}>
              {(entity.fields[name] as Field | undefined)?.label ?? name}
            </Button>
          ))}
        </Space>
      }
    />
  )
}

export function RestoredNotice({ savedAt, mode, onReset }: { savedAt: string | null; mode: 'add' | 'edit'; onReset: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      className="zyt-form-alert"
      title={mode === 'add' ? `已恢复${savedAt ? ` ${formatTime(savedAt, 'MM-DD HH:mm')} 保存的` : ''}草稿` : '已恢复上次未保存的修改'}
      action={
        <Button size="small" onClick={onReset}>
          {mode === 'add' ? '清空重填' : '放弃修改'}
        </Button>
      }
    />
  )
}

export function ClashDialog({
  clash,
  entity,
  mine,
  onResolve,
}: {
  clash: Clash
  entity: Entity<any>
  mine: Values
  onResolve: (how: 'keepMine' | 'takeTheirs' | 'later') => void
}) {
  const names = [...clash.clashes, ...clash.theirs]
  return (
    <Dialog
      open
      title="这条记录刚刚被别人修改过"
      width={800}
      okText="重新载入，保留我填写的内容"
      onOk={() => onResolve('keepMine')}
      onCancel={() => onResolve('later')}
      extra={
        <Button type="link" danger onClick={() => onResolve('takeTheirs')}>
          放弃我的修改
        </Button>
      }
    >
      <p>
        {clash.clashes.length > 0
          ? `有 ${clash.clashes.length} 项与您填写的不同。保留后请核对，再次保存才会生效。`
          : names.length > 0
            ? '对方修改的内容与您的不冲突，重新载入后可以直接保存。'
            : '您能看到的内容没有变化，重新载入后可以直接保存。'}
      </p>
      {names.length > 0 ? (
        <div className="zyt-lines-scroll">
          <table className="zyt-lines">
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">现在的内容</th>
                <th scope="col">您填写的</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => {
                const field = entity.fields[name] as Field
                return (
                  <tr key={name}>
                    <td>{field.label}</td>
                    <td>
                      <ValueView field={field} value={clash.stored[name]} labels={clash.stored[`${name}$`]} place="print" />
                    </td>
                    <td>{clash.clashes.includes(name) ? <ValueView field={field} value={mine[name]} place="print" /> : '未修改'}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      ) : null}
    </Dialog>
  )
}
