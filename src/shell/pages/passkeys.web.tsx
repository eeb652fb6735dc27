/** One's own passkeys: add, name, remove. */
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { Tag } from '#kit/ui/parts/tag.web.tsx'
import { stateColor } from '#kit/ui/parts/tone.ts'
import { passkeysWork } from '../ways/passkeys-work.web.ts'
import { deviceOf } from './device.ts'
import { FieldForm } from './field-form.web.tsx'
import type { Done, Recovery } from './second-factor.ts'

export interface Passkey {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
  withoutPassword: boolean
  synced: boolean
}

export function Passkeys({ passkeys, onDone }: { passkeys: readonly Passkey[]; onDone: Done }) {
  return (
    <>
      <p>用这台设备的指纹、面容、PIN 或安全密钥登录：可以代替密码，也可以作为密码之后的第二步。每台设备各加一把，丢失一台不影响其他。</p>
      {passkeys.length > 0 ? (
        <ul className="zyt-passkeys" aria-label="通行密钥">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onDone={onDone} />
          ))}
        </ul>
      ) : null}
      {passkeysWork() ? (
        <Add onDone={onDone} />
      ) : (
        <p className="zyt-passkey-note">此浏览器或网址不支持通行密钥：请用新版浏览器，从公司的 HTTPS 网址打开系统。</p>
      )}
    </>
  )
}

function Row({ passkey, onDone }: { passkey: Passkey; onDone: Done }) {
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const { id, name, createdAt, lastUsedAt, withoutPassword, synced } = passkey
  return (
    <li>
      <Space wrap style={{ padding: '8px 0' }}>
        <strong>{name}</strong>
        <Tag tone={stateColor(withoutPassword ? 'active' : 'draft')}>{withoutPassword ? '可免密码登录' : '仅作第二步'}</Tag>
        {synced ? <Tag tone={stateColor('draft')}>多设备同步</Tag> : null}
        <span className="zyt-passkey-note">
          添加于 {formatTime(createdAt)} · {lastUsedAt ? `最近使用 ${formatTime(lastUsedAt)}` : '还没有用过'}
        </span>
        <Button size="small" onClick={() => setDoing(doing === 'rename' ? null : 'rename')}>
          改名
        </Button>
        <Button size="small" danger onClick={() => setDoing(doing === 'remove' ? null : 'remove')}>
          移除
        </Button>
      </Space>
      {doing === 'rename' ? (
        <FieldForm
          asks="name"
          id={`passkey-name-${id}`}
          button="保存名称"
          path="/api/v1/session/passkeys/rename"
          before={name}
          more={{ id }}
          onDone={async () => (setDoing(null), onDone('已改名'))}
        />
      ) : null}
      {doing === 'remove' ? (
        <FieldForm
          asks="password"
          id={`passkey-remove-${id}`}
          button="确认移除"
          danger
          path="/api/v1/session/passkeys/remove"
          more={{ id }}
          onDone={() => onDone(`通行密钥「${name}」已移除，不能再用它登录`)}
        />
      ) : null}
    </li>
  )
}

function Add({ onDone }: { onDone: Done }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [problem, setProblem] = useState<string | null>(null)
  const make = async (options: object): Promise<void> => {
    setProblem(null)
    try {
      const { makePasskey } = await import('../ways/passkey.web.ts')
      const made = await makePasskey(options)
      if ('problem' in made) return setProblem(made.problem)
      const answer = await api.post<Recovery>(
        '/api/v1/session/passkeys/add',
        { name: name.trim() || deviceOf(navigator.userAgent), answer: JSON.parse(made.answer) as object },
        { silent: true },
      )
      setOpen(false)
      await onDone('通行密钥已添加', answer)
    } catch (error) {
      setProblem(sentenceOf(error, '服务器请求失败'))
    }
  }
  if (!open) return <Button onClick={() => setOpen(true)}>添加通行密钥…</Button>
  return (
    <>
      <Space wrap style={{ margin: '8px 0' }}>
        <label htmlFor="passkey-new-name">名称</label>
        <Input id="passkey-new-name" value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Space>
      <FieldForm<object>
        asks="password"
        id="passkey-password"
        button="添加通行密钥"
        path="/api/v1/session/passkeys/challenge"
        onDone={make}
      />
      <p className="zyt-field-error" role="alert">
        {problem}
      </p>
    </>
  )
}
