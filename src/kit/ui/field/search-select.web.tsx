/** Picks from options that are all here; what is typed finds them by part, pinyin or initials. */
import { useState } from 'react'
import { Select, type SelectProps } from 'antd'
import { usePinyin } from '../parts/pinyin.web.ts'
import { inEither } from '../parts/page-text.ts'

/** What a `Select` takes as `showSearch`. */
export function usePinyinSearch() {
  const [typed, setTyped] = useState(false)
  const match = inEither(usePinyin(typed))
  return {
    filterOption: (query: string, option?: { label?: unknown }) => match(typeof option?.label === 'string' ? option.label : '', query),
    onSearch: () => setTyped(true),
  }
}

export function SearchSelect<Value = string>(props: SelectProps<Value>) {
  const search = usePinyinSearch()
  return <Select<Value> {...props} showSearch={search} />
}
