/** What the panels choose from and the check is made against, put together from the design the server sent. */
import { useMemo } from 'react'
import type { ProcessNode } from '../engine/definition.ts'
import type { CheckWorld } from '../engine/definition.rules.ts'
import { entityOfKind, STARTER_REFS } from '../forms/fields.ts'
import type { Design } from '../wire.ts'
import type { DesignWorld } from './world.ts'

type Choice = { value: string; label: string }
const choices = (names: Readonly<Record<string, string>>): Choice[] => Object.entries(names).map(([value, label]) => ({ value, label }))

export function useDesignWorld(
  design: Design,
  nodes: readonly ProcessNode[],
): { world: DesignWorld; known: { approvalRoles: readonly Choice[]; processes: readonly Choice[] } } {
  const { labels, process } = design
  const known = useMemo(
    () => ({ approvalRoles: choices(labels.approvalRoles), processes: choices(labels.processes).filter((p) => p.value !== process.key) }),
    [labels, process.key],
  )
  const world = useMemo<DesignWorld>(() => {
    const refs = new Map(design.form.fields.map((x) => [`form.${x.name}`, entityOfKind(x.kind)]))
    const facts = Object.entries(design.act?.facts ?? {})
    return {
      form: design.form,
      vocabulary: design.vocabulary,
      nodes,
      ...known,
      refOf: (path) => refs.get(path) ?? STARTER_REFS[path] ?? null,
      personFacts: facts.filter(([, t]) => t.type === 'person' || t.type === 'ids').map(([value, t]) => ({ value, label: t.label })),
      calls: (design.act?.calls ?? []).map((c) => ({ value: c.code, label: c.label })),
    }
  }, [design, nodes, known])
  return { world, known }
}

/** The same check the server makes before publishing, without what only the server knows (who still works here). */
export function checkWorldOf(design: Design): CheckWorld {
  return {
    vocabulary: design.vocabulary,
    formFields: Object.fromEntries(design.form.fields.map((x) => [x.name, x.kind])),
    personFacts: Object.entries(design.act?.facts ?? {})
      .filter(([, t]) => t.type === 'person' || t.type === 'ids')
      .map(([name]) => name),
    ...(design.act ? { calls: design.act.calls.map((c) => c.code), money: design.act.money } : {}),
    self: design.process.key,
  }
}
