/** Now as the clocks of the business show it, for date fields: their library counts in the zone of the browser, which may be another one. */
import dayjs, { type Dayjs } from 'dayjs'
import { formatTime } from '../../basics/time/time-format.ts'

export const wallClock = (): Dayjs => dayjs(formatTime(new Date(), 'YYYY-MM-DDTHH:mm:ss'))
