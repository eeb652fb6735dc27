/** Days and instants in calls written by hand. Bounded like those of records: a rule that adds a month must not leave the calendar. */
import { z } from 'zod'
import { isOrdinaryDay, type Day } from '../basics/time/day.ts'

const FIRST = '1900'
const BEHIND = '2200'

export const dayInput = (message = '日期格式应为 YYYY-MM-DD，且在 1900 年至 2199 年之间') =>
  z.string(message).refine((text): text is Day => isOrdinaryDay(text), message)

/** With its zone; `since` of a stream, the moment of a payment. */
export const instantInput = (message = '时间格式不正确，或不在 1900 年至 2199 年之间') =>
  z.iso.datetime({ offset: true, message }).refine((text) => text >= FIRST && text < BEHIND, message)

/** The number of a stored file (files/store.server.ts draws it). */
export const fileInput = (message = '文件编号不正确') => z.string(message).regex(/^[a-f0-9]{32}$/, message)
