/**
 * Every state × every action as a table, read off the definitions: `node tests/house/machines.ts` writes machines.md, a test
 * compares it, and a person reads the difference when a machine changes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actions } from '#kit/action/action.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'

export const MACHINES = join(import.meta.dirname, 'machines.md')

export function machinesText(): string {
  const parts = [
    '# States and actions',
    '',
    'Rows are states, columns actions; a cell says where the action leads, `=` that it stays or the effect decides, nothing that it is refused.',
    'Made by `node tests/house/machines.ts`.',
  ]
  for (const m of modules) {
    for (const { entity: e, all } of m.actions as Actions<Entity>[]) {
      const entries = Object.entries(all)
      const field = e.state ? (e.fields[e.state] as { options: Record<string, string>; initial: string }) : null
      parts.push('', `## ${e.name} ${e.label}`, '')
      if (!field) {
        parts.push(...entries.map(([name, spec]) => `- ${name} ${spec.label}`))
        continue
      }
      parts.push(
        `| | ${entries.map(([name, spec]) => `${name} ${spec.label}`).join(' | ')} |`,
        `|---|${entries.map(() => '---|').join('')}`,
      )
      for (const [state, label] of Object.entries(field.options)) {
        const cells = entries.map(([, spec]) =>
          spec.from === 'any' || (spec.from as readonly string[]).includes(state) ? (spec.to ?? '=') : '',
        )
        parts.push(`| ${state === field.initial ? `**${state}**` : state} ${label} | ${cells.join(' | ')} |`)
      }
    }
  }
  return `${parts.join('\n')}\n`
}

if (import.meta.main) writeFileSync(MACHINES, machinesText())
