import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Actions } from '#kit/action/action.ts'
import type { Entity } from '#kit/entity/entity.ts'
import { modules } from '../../src/modules.ts'
import { MACHINES, machinesText } from './machines.ts'

const all: Actions<Entity>[] = modules.flatMap((m) => m.actions)
const machines = all.flatMap(({ entity: e, all: specs }) => {
  const field = e.state ? (e.fields[e.state] as { options: Record<string, string>; initial: string }) : null
  return field ? [{ e, field, specs: Object.entries(specs) }] : []
})

describe('machines', () => {
  test('are as the committed table says', () => expect(machinesText()).toBe(readFileSync(MACHINES, 'utf8')))
  test('name only states they have', () => {
    const wrong = machines.flatMap(({ e, field, specs }) =>
      specs.flatMap(([name, spec]) =>
        [...(spec.from === 'any' ? [] : spec.from), ...(spec.to ? [spec.to] : [])]
          .filter((s) => !(String(s) in field.options))
          .map((s) => `${e.name}.${name}: ${String(s)}`),
      ),
    )
    expect(wrong).toEqual([])
    expect(machines.every(({ field }) => field.initial in field.options)).toBe(true)
    expect(machines.length).toBeGreaterThan(15)
  })
})
