/** Asked before a user, a role or its grants are saved that would show nothing: nobody would notice until somebody calls. */
import type { Row } from '#kit/entity/wire.ts'
import { api } from '#kit/ui/client/api.web.ts'
import type { Question } from '#kit/ui/dialog/message.web.tsx'
import type { AccessGaps } from '../../system.wire.ts'

type Values = Readonly<Record<string, unknown>>

const questionOf = (title: string, { lines }: AccessGaps): Question | null =>
  lines.length === 0 ? null : { title, content: lines.join('\n'), okText: '仍要保存', cancelText: '返回修改' }

/** What the change brings, not what was accepted before: whoever corrects a phone number is not asked about the roles again. */
const newIn = (after: AccessGaps, before: AccessGaps | null): AccessGaps => ({
  lines: after.lines.filter((line) => !before?.lines.includes(line)),
})

const ids = (value: unknown): string | undefined => (Array.isArray(value) && value.length > 0 ? value.join(',') : undefined)
const gapsOfUser = ({ dept, stores, roles, templates }: Values): Promise<AccessGaps> =>
  api.get<AccessGaps>('/api/v1/userAccess/gaps', {
    dept: typeof dept === 'number' ? dept : undefined,
    stores: ids(stores),
    roles: ids(roles),
    templates: ids(templates),
  })

export async function askOfUser(values: Values, row: Row | null): Promise<Question | null> {
  // An administrator sees everything, whatever roles say.
  if (row?.['isAdmin'] === true) return null
  const after = await gapsOfUser(values)
  if (after.lines.length === 0) return null
  return questionOf('这个用户登录后会看不到内容', newIn(after, row && (await gapsOfUser(row))))
}

const gapsOfRole = (asked: { id?: number; templates?: unknown; codes?: readonly string[] }): Promise<AccessGaps> =>
  api.post<AccessGaps>('/api/v1/roleAccess/gaps', asked, { overlay: false })

export async function askOfRole(values: Values, row: Row | null): Promise<Question | null> {
  const id = row ? { id: row.id } : {}
  const after = await gapsOfRole({ ...id, templates: values['templates'] ?? [] })
  if (after.lines.length === 0) return null
  return questionOf('有这个角色的用户会看不到内容', newIn(after, row && (await gapsOfRole(id))))
}

/** The pages that are ticked, before they are granted. */
export async function askOfGrants(id: number, codes: readonly string[]): Promise<Question | null> {
  const after = await gapsOfRole({ id, codes })
  if (after.lines.length === 0) return null
  return questionOf('有这个角色的用户会看不到内容', newIn(after, await gapsOfRole({ id })))
}
