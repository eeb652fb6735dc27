/** 用户编辑 (spec §2): `type` 1 detail, 2 modify, 3 add; the title of the tab says which. */
import { useEffect, useState } from 'react'
import { Button } from 'antd'
import type { Row } from '#kit/entity/wire.ts'
import { EntityDetail, EntityForm, useDetail } from '#kit/ui/record.web.tsx'
import { presetFromQuery } from '#kit/ui/record/form/form-plan.ts'
import { readFormAddress } from '#kit/ui/record/form/form-address.ts'
import { entityOf } from '#kit/ui/screen/registry.web.ts'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { useCan } from '#kit/ui/state/session.web.ts'
import { EmptyState } from '#kit/ui/parts/state.web.tsx'
import { PasswordDialog } from './password-dialog.web.tsx'

const TITLES = { detail: '用户详情', edit: '修改用户', add: '新增用户' }

export default function UserModify() {
  const { params, setTitle, back } = useScreen()
  const address = readFormAddress(params)
  const title = address === null ? '用户' : TITLES[address.mode]
  useEffect(() => setTitle(title), [setTitle, title])
  if (address === null)
    return <EmptyState why="这个地址没有写明是哪位用户，请从用户列表中打开" next={<Button onClick={back}>返回</Button>} />
  if (address.mode !== 'add') return <Named key={address.id} title={title} id={address.id} edit={address.mode === 'edit'} />
  return <AddUser />
}

/** Two users side by side are two names in the bar of tabs. */
function Named({ title, id, edit }: { title: string; id: number; edit: boolean }) {
  const { setTitle, back, close } = useScreen()
  const name = useDetail('user', id).data?.$title
  useEffect(() => {
    if (name) setTitle(`${name} ${title}`)
  }, [setTitle, name, title])
  return edit ? <EntityForm entity="user" id={id} onDone={back} onCancel={() => void close()} /> : <EntityDetail entity="user" id={id} />
}

/** The new account cannot be used until somebody knows a password for it, so that is what is offered next. */
function AddUser() {
  const screen = useScreen()
  const mayReset = useCan()('user_resetPassword')
  const [made, setMade] = useState<{ row: Row; again: boolean } | null>(null)
  const leave = (row: Row): void => void screen.close().then(() => screen.open('userModify', { id: row.id, type: 1 }))
  const done = (row: Row, again = false): void => {
    if (mayReset) setMade({ row, again })
    else if (!again) leave(row)
  }
  return (
    <>
      <EntityForm
        entity="user"
        preset={presetFromQuery(entityOf('user'), screen.params)}
        onDone={done}
        onCancel={() => void screen.close()}
      />
      {made ? (
        <PasswordDialog
          id={made.row.id}
          name={made.row.$title}
          fresh
          onClose={() => {
            setMade(null)
            if (!made.again) leave(made.row)
          }}
        />
      ) : null}
    </>
  )
}
