/** What PostgreSQL refuses, said in the words of the definition. Anything unknown passes on and is a fault. */
import { asText } from '../../basics/text.ts'
import { AppError, invalid, refused } from '../../basics/errors.ts'
import { codeOf } from '../../database/errors.ts'
import type { Entity } from '../entity.ts'
import { fieldsOf, shortName, snake } from '../names.ts'
import { uniqueIndexName } from '../schema/indexes.server.ts'

export function duplicateError(entity: Entity, name: string): AppError {
  const field = fieldsOf(entity).find(([n]) => n === name)?.[1]
  const message = typeof field?.unique === 'string' ? field.unique : `${field?.label ?? name}已存在，不可重复`
  if (field?.certificate) return new AppError('certificateExists', undefined, { [name]: message })
  return invalid({ [name]: message })
}

function uniqueViolation(entity: Entity, constraint: string): AppError | null {
  for (const [name, field] of fieldsOf(entity)) {
    if (field.unique && uniqueIndexName(entity, [name]) === constraint) return duplicateError(entity, name)
  }
  const rule = (entity.unique ?? []).find((r) => uniqueIndexName(entity, r.fields) === constraint)
  return rule ? invalid({ [rule.fields[0] as string]: rule.message }) : null
}

function translateFailure(entity: Entity, error: unknown): unknown {
  const constraint = asText((error as { constraint?: unknown } | null)?.constraint)
  switch (codeOf(error)) {
    case '23505':
      return uniqueViolation(entity, constraint) ?? error
    case '23503': {
      const field = fieldsOf(entity).find(([name]) => shortName(snake(entity.name), snake(name), 'fk') === constraint)
      return field
        ? invalid({ [field[0]]: `${field[1].label}不存在，请重新选择` })
        : refused(`${entity.label}还在别处使用，不能删除；请先在使用它的单据上改选或移除`)
    }
    case '22003':
      return invalid('数值超出允许的范围')
    default:
      return error
  }
}

/** Runs a statement of this entity; refusals of the database come out as sentences. */
export async function guarded<T>(entity: Entity, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translateFailure(entity, error)
  }
}
