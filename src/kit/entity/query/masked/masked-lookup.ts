/** Where a question asks for a masked value, and what could be one at all. Pure. */
import { formats } from '../../../basics/identifiers/checks.ts'
import type { Entity } from '../../entity.ts'
import type { Field, Mask } from '../../field.ts'
import { fieldOf } from '../../names.ts'

/** A word in the search box is compared with masked values only when it could be a whole one: a plate or a name never is. */
const WHOLE: Record<Mask, RegExp> = {
  mobile: /^\+?\d[\d\s-]{6,19}$/,
  idNo: /^(?=(?:.*\d){4})[\dA-Za-z]{6,40}$/,
  bankCard: /^\d[\d\s]{7,39}$/,
  name: /^.{2,40}$/s,
  email: /^\S+@\S+$/,
}
export const couldBeWhole = (mask: Mask, text: string): boolean => WHOLE[mask].test(text.trim())

/** A telephone, an identity number or an address of mail, whatever is asked by it. */
export const isOfPerson = (text: string): boolean =>
  (['mobile', 'idNo', 'email'] as const).some((format) => formats[format].check(text) === null)

export interface MaskedQuestion {
  field: Field & { mask: Mask }
  text: string
}

const isAsked = (text: string | undefined): text is string => {
  const trimmed = text?.trim() ?? ''
  return trimmed !== '' && trimmed !== '~' && trimmed !== '!~'
}

/** Masked fields a keyword is compared with. */
export const maskedSearch = (entity: Entity): [string, Field & { mask: Mask }][] =>
  [...new Set([...entity.title, ...(entity.search ?? [])])].flatMap((name) => {
    const field = fieldOf(entity, name)
    return field?.mask ? [[name, field as Field & { mask: Mask }]] : []
  })

/** Everything in one query string that is answered with yes or no about a masked value. */
export function maskedQuestions(entity: Entity, query: Readonly<Record<string, string>>): MaskedQuestion[] {
  const { keyword } = query
  const filters = Object.entries(query).flatMap(([name, text]) => {
    const field = fieldOf(entity, name)
    return field?.mask && isAsked(text) ? [{ field: field as MaskedQuestion['field'], text }] : []
  })
  const searched = isAsked(keyword)
    ? maskedSearch(entity).flatMap(([, field]) => (couldBeWhole(field.mask, keyword) ? [{ field, text: keyword }] : []))
    : []
  return [...filters, ...searched]
}
