/** What a page without an account does for somebody: one thing at a time, and what went wrong with it in a sentence. */
import { useCallback, useState } from 'react'
import { sentenceOf } from '../client/api.web.ts'

/** What went wrong stands in `problem`; what was typed stays where it is. */
export function useTurn() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error, '网络中断，请重试'))
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, problem, setProblem, run }
}
