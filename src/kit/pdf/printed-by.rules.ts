/** Who printed what when: name, last digits of the phone, time. Enough to find the person, not enough to call them. */
import { formatTime } from '../basics/time/time-format.ts'

export function printedBy(name: string, phone: string, now: string): string {
  const tail = phone.replace(/\D/g, '').slice(-4)
  return [name, tail, formatTime(now, 'YYYY-MM-DD HH:mm')].filter((part) => part !== '').join(' ')
}
