/** Shows what is asked back, one question at a time; mounted once in the console. */
import { Suspense } from 'react'
import { asked } from './asks.web.ts'
import { slots } from '../screen/registry.web.ts'
import { useStore } from '../state/use-store.web.ts'

export function Asks() {
  const question = useStore(asked)[0]
  const Own = question ? slots.asks[question.name] : undefined
  if (!question || !Own) return null
  return (
    <Suspense fallback={null}>
      <Own key={question.id} asked={question} />
    </Suspense>
  )
}
