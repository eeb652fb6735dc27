/** What a form page's query asks for (spec §2: type 1 = detail, 2 = modify, 3 = add). */
export type FormAddress = { mode: 'detail' | 'edit'; id: number } | { mode: 'add' }

export function readId(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return null
  const id = Number(text)
  return id > 0 ? id : null
}

/** Null: the address speaks of a record but names none. */
export function readFormAddress(params: Readonly<Record<string, string | undefined>>): FormAddress | null {
  const id = readId(params['id'])
  switch (params['type']) {
    case '3':
      return { mode: 'add' }
    case '1':
      return id === null ? null : { mode: 'detail', id }
    case '2':
      return id === null ? null : { mode: 'edit', id }
    default:
      if (params['id'] === undefined) return { mode: 'add' }
      return id === null ? null : { mode: 'edit', id }
  }
}
