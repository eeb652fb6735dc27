/** Somebody is replaced by somebody else throughout a drawing. Pure; what does not name him stays the same object. */
import { isBranching, type ApproveNode, type AssigneeRule, type ProcessDefinition, type ProcessNode } from '../engine/definition.ts'

const swapped = (users: readonly number[], from: number, to: number): readonly number[] =>
  users.includes(from) ? [...new Set(users.map((u) => (u === from ? to : u)))] : users

function inRule(rule: AssigneeRule, from: number, to: number): AssigneeRule {
  if (rule.kind === 'person') {
    const users = swapped(rule.users, from, to)
    return users === rule.users ? rule : { ...rule, users }
  }
  if ((rule.kind === 'starterChoice' || rule.kind === 'previousChoice') && rule.among) {
    const among = swapped(rule.among, from, to)
    return among === rule.among ? rule : { ...rule, among }
  }
  return rule
}

/** Votes of a leaver go to his successor, unless that one has a number of his own. */
function weightsOf(vote: NonNullable<ApproveNode['vote']>, from: number, to: number): NonNullable<ApproveNode['vote']> {
  if (!vote.weights?.some((w) => w.user === from)) return vote
  const has = vote.weights.some((w) => w.user === to)
  return { ...vote, weights: vote.weights.filter((w) => !has || w.user !== from).map((w) => (w.user === from ? { ...w, user: to } : w)) }
}

function inNode(node: ProcessNode, from: number, to: number): ProcessNode {
  if (isBranching(node)) {
    const branches = node.branches.map((b) => {
      const nodes = inList(b.nodes, from, to)
      return nodes === b.nodes ? b : { ...b, nodes }
    })
    return branches.every((b, i) => b === node.branches[i]) ? node : { ...node, branches }
  }
  if (node.kind === 'copy') {
    const who = inRule(node.who, from, to)
    return who === node.who ? node : { ...node, who }
  }
  if (node.kind === 'trigger' && node.action.kind === 'message') {
    const who = inRule(node.action.who, from, to)
    return who === node.action.who ? node : { ...node, action: { ...node.action, who } }
  }
  if (node.kind !== 'approve' && node.kind !== 'handle') return node
  const who = inRule(node.who, from, to)
  const empty = node.empty.person === from ? { ...node.empty, person: to } : node.empty
  const vote = node.vote && weightsOf(node.vote, from, to)
  return who === node.who && empty === node.empty && vote === node.vote ? node : { ...node, who, empty, ...(vote ? { vote } : {}) }
}

function inList(nodes: readonly ProcessNode[], from: number, to: number): readonly ProcessNode[] {
  const next = nodes.map((n) => inNode(n, from, to))
  return next.every((n, i) => n === nodes[i]) ? nodes : next
}

export function withSuccessor(definition: ProcessDefinition, from: number, to: number): ProcessDefinition {
  const nodes = inList(definition.nodes, from, to)
  return nodes === definition.nodes ? definition : { ...definition, nodes }
}
