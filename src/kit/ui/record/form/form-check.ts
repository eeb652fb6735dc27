/** What is wrong with a form, before it is sent: the same check as the server's (kit/entity/value/values.ts), plus unreadable numbers. */
import type { Entity } from '../../../entity/entity.ts'
import type { Field, Fields } from '../../../entity/field.ts'
import { checkInput, checkValues } from '../../../entity/value/values.ts'
import { isEmpty } from '../../../basics/required.ts'
import { dayFault } from '../../field/day-text.ts'
import { applies, effective, payload, type FormMode } from './form-plan.ts'
import { isNumeric, parseNumber } from '../../field/number-text.ts'
import type { Values } from './same.ts'
import { noErrors, placeErrors, type FormErrors } from './server-errors.ts'

/** Typed text that is no number or no day yet: told in the words of what was typed, which the server cannot know. */
function unreadable(fields: Fields, values: Values, path = ''): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (field.kind === 'lines' && Array.isArray(value))
      value.forEach((line, i) => Object.assign(errors, unreadable(field.of, line as Values, `${path}${name}.${i}.`)))
    if (typeof value !== 'string') continue
    const noDay = field.kind === 'day' || field.kind === 'instant' ? dayFault(field.kind, value) : null
    if (noDay !== null) errors[path + name] = noDay
    if (!isNumeric(field)) continue
    const read = parseNumber(field, value)
    if (!read.ok) errors[path + name] = read.message
  }
  return errors
}

/** Replaces unreadable numbers and days so that the common check does not speak of them a second time. */
function withoutUnreadable(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      if (!field) return [name, value]
      if (isNumeric(field) && typeof value === 'string') return [name, field.min ?? 0]
      if (field.kind === 'day' && typeof value === 'string' && dayFault('day', value)) return [name, '2000-01-01']
      if (field.kind === 'instant' && typeof value === 'string' && dayFault('instant', value)) return [name, '2000-01-01T00:00:00Z']
      if (field.kind === 'lines' && Array.isArray(value)) return [name, value.map((line) => withoutUnreadable(field.of, line as Values))]
      return [name, value]
    }),
  )
}

function merge(own: Record<string, string>, common: FormErrors): FormErrors {
  return { fields: { ...common.fields, ...own }, general: common.general }
}

export function checkForm(entity: Entity<any>, mode: FormMode, values: Values, base: Values): FormErrors {
  const own = unreadable(entity.fields, effective(entity, mode, values))
  const raw = { ...(mode === 'add' ? {} : emptyRequired(entity, values)), ...payload(entity, mode, values, base) }
  // A rule across fields would judge numbers that were put in for unreadable ones: it waits until they are readable.
  const judge = Object.keys(own).length > 0 ? { ...entity, check: undefined } : entity
  const checked = checkValues(judge, withoutUnreadable(entity.fields, raw), { mode, before: mode === 'edit' ? base : undefined })
  const names = Object.keys(entity.fields)
  if (checked.ok) return merge(own, noErrors)
  const judged = withoutEchoes(entity, values, base, checked.errors)
  return merge(own, Object.keys(judged).length > 0 ? placeErrors('', judged, names, entity.fields) : noErrors)
}

/** A masked cell of a line that stands where it stood and was not touched: the server knows it again and keeps what it hides. */
function withoutEchoes(entity: Entity<any>, values: Values, base: Values, errors: Record<string, string>): Record<string, string> {
  const cell = (record: Values, [name = '', row = '', column = '']: string[]): unknown =>
    (record[name] as Values[] | undefined)?.[Number(row)]?.[column]
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      const parts = path.split('.')
      const field = entity.fields[parts[0] as string] as Field | undefined
      if (parts.length !== 3 || field?.kind !== 'lines' || !field.of[parts[2] as string]?.mask) return true
      const before = cell(base, parts)
      return typeof before !== 'string' || before !== cell(values, parts)
    }),
  )
}

/** Required fields that are shown and empty, touched or not: a condition may have brought them up. */
function emptyRequired(entity: Entity<any>, values: Values): Values {
  const out: Values = {}
  for (const [name, value] of Object.entries(effective(entity, 'edit', values))) {
    const field = entity.fields[name] as Field
    if (field.required && isEmpty(value) && applies(field, values)) out[name] = null
  }
  return out
}

/** The input form of an action. `across` is the action's own check over the inputs. */
export function checkInputs(fields: Fields, values: Values, across?: (input: Values) => string | null): FormErrors {
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && applies(fields[name], values)))
  const own = unreadable(fields, shown)
  const checked = checkInput(fields, withoutUnreadable(fields, shown))
  if (!checked.ok) return merge(own, placeErrors('', checked.errors, Object.keys(fields), fields))
  if (Object.keys(own).length > 0) return merge(own, noErrors)
  const reason = across?.(checked.values) ?? null
  return reason ? { fields: {}, general: [reason] } : noErrors
}
