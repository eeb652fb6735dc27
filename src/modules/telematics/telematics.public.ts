/** What other modules may ask of terminals. */
export { drivenMetres, kmByDay, nearestApproaches, odometerNow, standings, trackShare } from './reads/asked.server.ts'
export { cardsAt } from './cards/card.server.ts'
export { coldLimits, coldNow, excursionsOf } from './reads/cold-now.server.ts'
/** Text as terminals, and accounting programs of Windows, read it. */
export { encodeText, unsayable } from './jt808/gbk.ts'
export { lastSeen, visitsOf } from './reads/visits.server.ts'
export { readSeries } from './reads/temperature.server.ts'
