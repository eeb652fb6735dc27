/** Finding names by part, pinyin or initials. The dictionary is large: it is fetched when somebody first types. */
import { useEffect, useState } from 'react'

export type Match = (text: string, query: string) => boolean
const bare = (text: string): string => text.toLowerCase().replace(/\s/g, '')
const plain: Match = (text, query) => bare(text).includes(bare(query))

export function usePinyin(wanted: boolean): Match {
  const [match, setMatch] = useState<{ by: Match }>({ by: plain })
  useEffect(() => {
    if (!wanted) return
    let current = true
    // Without the dictionary (a broken line) the plain match serves.
    void import('../../basics/pinyin.ts').then(
      (m) => current && setMatch({ by: m.matchesPinyin }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [wanted])
  return match.by
}
