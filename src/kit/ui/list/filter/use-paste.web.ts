/** A column pasted from a sheet into a filter: a box of one line would run its cells together, so it is read here first. */
import { useState, type ClipboardEvent } from 'react'
import { manyIn, manyText, takesMany, VALUES_LIMIT } from '../../../entity/value/value-list.ts'
import type { OptionsAnswer } from '../../../entity/wire.ts'
import { api } from '../../client/api.web.ts'
import { toast } from '../../dialog/message.web.tsx'
import { entityOf, hasEntity } from '../../screen/registry.web.ts'
import { fieldOf } from '../kinds.ts'
import { listAddress } from '../use-data.web.ts'
import type { PasteResult } from './values-found.web.tsx'

/** Two such columns and the other filters fit into an address (QUERY_LIMITS of the server). */
const LONGEST_ADDRESS = 7000

/** `read`: the values in what was pasted; with fewer than two of them the paste is an ordinary one. */
export function usePaste(read: (text: string) => string[], take: (values: string[]) => void) {
  return (event: ClipboardEvent<HTMLElement>): void => {
    const values = read(event.clipboardData.getData('text'))
    if (values.length < 2) return
    event.preventDefault()
    if (values.length > VALUES_LIMIT) toast.error(`一次最多查找 ${VALUES_LIMIT} 个，粘贴的有 ${values.length} 个，请分次查找`)
    else if (encodeURIComponent(manyText(values).toWellFormed()).length > LONGEST_ADDRESS) toast.error('粘贴的内容太长，请分次查找')
    else take(values)
  }
}

/** Finds records by what they are called, and adds them to those chosen. */
export function useCalled(to: string, chosen: readonly string[], choose: (ids: string[]) => void) {
  const [result, setResult] = useState<PasteResult | null>(null)
  const entity = hasEntity(to) ? entityOf(to) : null
  const names = [...(entity?.title ?? []), ...(entity?.search ?? [])]
  const fields = names.map((name) => entity && fieldOf(entity, name)).filter((field) => field && takesMany(field))
  const read = (text: string): string[] => fields.map((field) => manyIn(field!, text)).find((values) => values.length > 1) ?? []
  const find = async (values: string[]): Promise<void> => {
    const query = { values: manyText(values) }
    const answer = await api.get<OptionsAnswer>(listAddress(to, 'options'), query).catch(() => null)
    // A refusal has been told by its toast.
    if (!answer) return
    const ids = [...new Set([...chosen, ...answer.list.map((option) => String(option.id))])]
    if (ids.length > VALUES_LIMIT) return toast.error(`一次最多选择 ${VALUES_LIMIT} 项，请分次查找`)
    setResult({ asked: values.length, missing: answer.missing ?? [] })
    if (ids.length > chosen.length) choose(ids)
  }
  return { read, find, result }
}
