/** Who types here and now, for what a new form begins with; what was chosen is kept with the person's settings, so it follows him. */
import { systemClock } from '../../../basics/time/clock.ts'
import type { Fields } from '../../../entity/field.ts'
import { signed } from '../../state/session.web.ts'
import { readSetting, writeSetting } from '../../state/setting.web.ts'
import { begun, chosenFor } from './begins.ts'
import { sameValue, type Values } from './same.ts'

const keyOf = (form: string): string => `last:${form}`

/** `form`: what it is known by. A page of a visitor begins empty. */
export function beginning(form: string | null, fields: Fields): Values {
  const who = signed.get()
  if (!who) return {}
  return begun(fields, {
    me: who.me.uid,
    mine: { store: who.me.storeIds },
    today: systemClock.today(),
    now: systemClock.now(),
    last: form === null ? {} : readSetting<Values>(keyOf(form), {}),
  })
}

export function keepChoices(form: string | null, fields: Fields, values: Values): void {
  if (form === null) return
  const before = readSetting<Values>(keyOf(form), {})
  const after = { ...before, ...chosenFor(fields, values) }
  if (!sameValue(before, after)) writeSetting(keyOf(form), after)
}
