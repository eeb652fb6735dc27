/** Matching names by part, pinyin or initials. The dictionary is large: fetched when somebody first types. */
import { useEffect, useState } from 'react'

type Match = (text: string, query: string) => boolean
const plain: Match = (text, query) => text.toLowerCase().includes(query.trim().toLowerCase())

export function usePinyin(wanted: boolean): Match {
  const [match, setMatch] = useState<{ by: Match }>({ by: plain })
  useEffect(() => {
    if (!wanted) return
    let current = true
    void import('#kit/basics/pinyin.ts').then((m) => current && setMatch({ by: m.matchesPinyin }), () => undefined)
    return () => {
      current = false
    }
  }, [wanted])
  return match.by
}
