/** The state of the designer: the drawing with its history, what is chosen, and every act on it. */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { randomId } from '#kit/ui/client/id.ts'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { createStore, type Store } from '#kit/ui/state/store.ts'
import { isBranching, type Branch, type BranchNode, type ProcessDefinition, type ProcessNode } from '../../engine/definition.ts'
import { allNodes, checkDefinition, type CheckWorld, type Problem } from '../../engine/definition.rules.ts'
import { begin, record, redo, seal, undo, type History } from '../tree/history.ts'
import { NOTHING_SHOWN, type TreeActs, type TreeUi } from './tree-host.web.ts'
import { amend } from '../tree/amend.ts'
import * as tree from '../tree/tree.ts'

const fresh = (): string => `n${randomId().slice(0, 10)}`

export interface Drawing {
  definition: ProcessDefinition
  ui: Store<TreeUi>
  acts: TreeActs
  problems: readonly Problem[]
  canUndo: boolean
  canRedo: boolean
  canPaste: boolean
  undo: () => void
  redo: () => void
  change: (next: (d: ProcessDefinition) => ProcessDefinition, key?: string) => void
  /** `shown`: what its panel showed when it answered. */
  changeNode: (shown: ProcessNode, node: ProcessNode, key?: string) => void
  changeBranch: (shown: Branch, branch: Branch, key?: string) => void
  copy: (id: string) => void
  cut: (id: string) => void
  nudge: (id: string, by: 1 | -1) => void
  reset: (definition: ProcessDefinition) => void
}

export function useDrawing(first: ProcessDefinition, world: Omit<CheckWorld, 'users'>): Drawing {
  const [history, setHistory] = useState<History<ProcessDefinition>>(() => begin(first))
  const [ui] = useState(() => createStore<TreeUi>(NOTHING_SHOWN))
  const [clip, setClip] = useState<ProcessNode | null>(null)
  const clipboard = useRef(clip)
  clipboard.current = clip
  const now = useRef(history.now)
  now.current = history.now

  const change = useCallback(
    (next: (d: ProcessDefinition) => ProcessDefinition, key?: string) => setHistory((h) => record(h, next(h.now), key ?? null)),
    [],
  )
  const onNodes = useCallback(
    (next: (nodes: readonly ProcessNode[]) => readonly ProcessNode[], key?: string) =>
      change((d) => {
        const nodes = next(d.nodes)
        return nodes === d.nodes ? d : { ...d, nodes }
      }, key),
    [change],
  )
  const select = useCallback(
    (id: string | null) => {
      ui.set((s) => (s.selected === id ? s : { ...s, selected: id }))
      setHistory(seal)
    },
    [ui],
  )
  const copy = useCallback((id: string) => {
    const node = tree.find(now.current.nodes, id)
    if (!node || node.kind === 'start') return toast.info('发起人不能复制')
    setClip(node)
    toast.success(`已复制「${node.name}」，点击任意 + 可以粘贴`)
  }, [])

  const acts = useMemo<TreeActs>(
    () => ({
      select,
      insert: (spot, kind) => {
        const node = tree.newNode(kind, fresh)
        onNodes((nodes) => tree.insert(nodes, spot, node))
        select(node.id)
      },
      paste: (spot) => {
        if (!clipboard.current) return
        const node = tree.cloneNode(clipboard.current, fresh)
        onNodes((nodes) => tree.insert(nodes, spot, node))
        select(node.id)
      },
      drop: (id, spot) => {
        const why = tree.refuseMove(now.current.nodes, id, spot)
        // Onto the gap right below itself: nothing to do, and no reason to complain.
        if (why && 'after' in spot && spot.after === id) return
        if (why) return toast.info(why)
        onNodes((nodes) => tree.move(nodes, id, spot))
      },
      remove: (id) => {
        const node = tree.find(now.current.nodes, id)
        if (!node) return
        if (node.kind === 'start') return toast.info('发起人不能删除')
        onNodes((nodes) => tree.remove(nodes, id))
        if (ui.get().selected && tree.contains(node, ui.get().selected!)) select(null)
      },
      duplicate: (id) => {
        const node = tree.find(now.current.nodes, id)
        if (!node || node.kind === 'start') return
        const twin = tree.cloneNode(node, fresh)
        onNodes((nodes) => tree.insert(nodes, { after: id }, twin))
        select(twin.id)
      },
      addBranch: (id) => onNodes((nodes) => tree.addBranch(nodes, id, fresh)),
      moveBranch: (id, by) => onNodes((nodes) => tree.moveBranch(nodes, id, by)),
      removeBranch: (id) => {
        const place = tree.findBranch(now.current.nodes, id)
        onNodes((nodes) => tree.removeBranch(nodes, id))
        const chosen = ui.get().selected
        if (place && chosen && (chosen === id || place.branch.nodes.some((n) => tree.contains(n, chosen)))) select(null)
      },
    }),
    [onNodes, select, ui],
  )

  const problems = useProblems(history.now, world, ui)
  return {
    definition: history.now,
    ui,
    acts,
    problems,
    change,
    copy,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    canPaste: clip !== null,
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    changeNode: useCallback(
      (shown, node, key) => onNodes((nodes) => tree.update(nodes, shown.id, amend(shown, node)), key && `${shown.id}:${key}`),
      [onNodes],
    ),
    changeBranch: useCallback(
      (shown, branch, key) => onNodes((nodes) => tree.updateBranch(nodes, shown.id, amend(shown, branch)), key && `${shown.id}:${key}`),
      [onNodes],
    ),
    cut: useCallback((id) => (copy(id), acts.remove(id)), [copy, acts]),
    nudge: useCallback((id, by) => onNodes((nodes) => tree.nudge(nodes, id, by)), [onNodes]),
    reset: useCallback((definition) => (setHistory(begin(definition)), ui.set(NOTHING_SHOWN)), [ui]),
  }
}

/** Judged a little later than drawn: typing goes first. */
function useProblems(definition: ProcessDefinition, world: Omit<CheckWorld, 'users'>, ui: Store<TreeUi>): readonly Problem[] {
  const late = useDeferredValue(definition)
  const problems = useMemo(() => checkDefinition(late, world), [late, world])
  useEffect(() => {
    const byNode = new Map<string, string>()
    for (const p of problems) if (p.node) byNode.set(p.node, byNode.has(p.node) ? `${byNode.get(p.node)}；${p.message}` : p.message)
    // Problems of a branch are told at its node; they belong on the branch's card too.
    for (const n of allNodes(late.nodes)) if (isBranching(n)) markBranches(n, problems, byNode)
    ui.set((s) => (sameMap(s.problems, byNode) ? s : { ...s, problems: byNode }))
  }, [problems, late, ui])
  return problems
}

function markBranches(n: BranchNode, problems: readonly Problem[], into: Map<string, string>): void {
  for (const b of n.branches) {
    const own = problems.find((p) => p.node === n.id && p.message.includes(`分支「${b.name}」`))
    if (own) into.set(b.id, own.message)
  }
}
const sameMap = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
