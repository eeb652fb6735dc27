/** The plan on screen: read, changed at once in the browser, kept by the server, undone and redone. */
import { useEffect, useMemo, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, sentenceOf } from '#kit/ui/client/api.web.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { moved, neverKept, replanned } from '../plans/change.rules.ts'
import { judgeAmong } from '../plans/narrow.rules.ts'
import type { PlanAnswer } from '../plans/wire.ts'
import type { Plan, Sequence, Violation } from '../solver/model.ts'

/** A change that breaks rules waits here until it is taken back or kept with a reason. */
export interface Pending {
  op: string
  plan: Plan
  sequences: readonly Sequence[]
  broken: readonly Violation[]
  /** May not be kept, whatever the reason. */
  never: boolean
  addedFen: number
}
const key = (id: number) => ['dispatchPlan', id] as const
const sequencesOf = (plan: Plan): Sequence[] => plan.routes.map((r) => ({ vehicle: r.vehicle, visits: r.visits }))

export function usePlan(id: number) {
  const client = useQueryClient()
  const answer = useQuery({
    queryKey: key(id),
    queryFn: ({ signal }) => api.get<PlanAnswer>('/api/v1/dispatchPlan/board', { id }, { signal, silent: true }),
    refetchInterval: (q) => (q.state.data?.status === 'computing' ? 1000 : false),
  })
  const [pending, setPending] = useState<Pending | null>(null)
  const data = answer.data
  const shownN = data?.shown?.n
  useEffect(() => setPending(null), [shownN])
  const problem = data?.problem
  const places = data?.board.places
  const judge = useMemo(() => (problem && places ? judgeAmong(problem, places) : null), [problem, places])
  const settled = () => client.invalidateQueries({ queryKey: key(id) })
  const save = useMutation({
    mutationFn: (change: { op: string; sequences: readonly Sequence[]; override?: string }) =>
      api.post<{ n: number; plan: Plan }>('/api/v1/dispatchPlan/change', { id, from: shownN, ...change }, { silent: true }),
    onSuccess: (got) => {
      client.setQueryData<PlanAnswer>(key(id), (old) => (old ? { ...old, current: got.n, shown: got } : old))
      setPending(null)
      void settled()
    },
    onError: (error) => toast.error(sentenceOf(error, '保存失败，请重试')),
  })
  const goTo = useMutation({
    mutationFn: (n: number) => api.post('/api/v1/dispatchPlan/version', { id, n }),
    onSettled: settled,
  })

  /** Tries the change here first; what breaks nothing is kept at once. */
  const change = (op: string, sequences: readonly Sequence[]): void => {
    const before = data?.shown?.plan
    if (!before || !judge || !problem) return
    const plan = replanned(judge, problem, before, sequences)
    const broken = plan.routes.flatMap((r) => r.violations)
    if (broken.length === 0) save.mutate({ op, sequences })
    setPending({ op, plan, sequences, broken, never: neverKept(broken) !== null, addedFen: plan.cost.total - before.cost.total })
  }
  const move = (job: string, vehicle: string | null, at: number, op: string): void => {
    const before = data?.shown?.plan
    if (before && problem) change(op, moved(problem, sequencesOf(before), job, vehicle, at))
  }
  const versions = data?.versions ?? []
  const current = versions.find((v) => v.n === shownN)
  return {
    answer,
    data,
    plan: pending?.plan ?? data?.shown?.plan ?? null,
    pending,
    busy: save.isPending || goTo.isPending,
    move,
    takeBack: () => setPending(null),
    keepAll: (reason: string) => pending && save.mutate({ op: pending.op, sequences: pending.sequences, override: reason }),
    undo: current && current.parent > 0 ? () => goTo.mutate(current.parent) : null,
    /** The newest version made from the one on screen. */
    redo: ((next) => (next ? () => goTo.mutate(next.n) : null))(versions.find((v) => v.parent === shownN)),
    goTo: goTo.mutate,
    reload: settled,
  }
}
export type PlanHandle = ReturnType<typeof usePlan>
