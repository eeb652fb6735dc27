// Walks the clerk's journeys on a running console with the demo company and writes what they cost: clicks, keys, seconds.
// node scripts/walk.mjs http://localhost:8080 password-of-admin [width] [numbers of journeys, 3,5] ; SHOTS=folder keeps a picture of each end, PATIENCE=seconds of a slow machine.
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { journeys } from './walk/journeys.mjs'
import { walker } from './walk/walker.mjs'

const [base = 'http://localhost:8080', password, width = '1440', only] = process.argv.slice(2)
const wanted = only ? new Set(only.split(',').map(Number)) : null
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
  env: { ...process.env, LANG: 'C.UTF-8' },
})
const w = await walker(browser, base, { username: 'admin', password }, Number(width))
await w.page.goto('/login')
await w.signIn('admin', password)
const table = []
for (const [i, journey] of journeys.entries()) {
  if (wanted && !wanted.has(i + 1)) continue
  const row = { no: i + 1, name: journey.name, ...(await w.walk((hand) => journey.run(hand))) }
  table.push(row)
  if (process.env.SHOTS) await w.page.screenshot({ path: `${process.env.SHOTS}/${width}-${String(i + 1).padStart(2, '0')}.png` })
  process.stdout.write(
    `| ${row.no} | ${row.name} | ${row.clicks} | ${row.keys} | ${row.waited.toFixed(1)} | ${row.seconds.toFixed(0)} | ${row.error ?? ''} |\n`,
  )
}
if (process.env.OUT) writeFileSync(process.env.OUT, JSON.stringify(table, null, 1))
await browser.close()
