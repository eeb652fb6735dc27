import { expect, test } from 'vitest'
import { kindOfRoute, Measures } from './operations.server.ts'

const VERBS = ['list', 'detail', 'options', 'add', 'edit', 'delete', 'export', 'import', 'bulk/pass', 'report', 'handOver']
const STATUSES = [200, 201, 304, 400, 401, 403, 404, 409, 422, 429, 500, 503]

test('however many routes and answers there were, a watcher reads fewer than 300 figures, and none is lost', () => {
  const measures = new Measures(() => Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`other_${i}`, i])))
  let calls = 0
  for (let entity = 0; entity < 300; entity++)
    for (const verb of VERBS)
      for (const status of STATUSES) {
        measures.add(`/api/v1/thing${entity}/${verb}`, status, entity / 100)
        calls++
      }
  for (const route of ['/', '/*', '/metrics', '/api/open/v1/orders', '/api/oauth/token']) measures.add(route, 200, 0.02)
  const lines = measures
    .text()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  expect(lines.length).toBeLessThanOrEqual(300)
  const sum = (name: string): number =>
    lines.filter((line) => line.startsWith(`${name}{`)).reduce((all, line) => all + Number(line.split(' ')[1]), 0)
  expect(sum('http_request_duration_seconds_count')).toBe(calls + 5)
  expect(sum('http_requests_total')).toBe(calls + 5)
  const routes = lines.filter((line) => line.startsWith('http_route_seconds_total'))
  expect(routes.length).toBeGreaterThan(20)
  expect(routes[0]).toContain('thing299/')
})

test.each([
  ['/api/v1/vehicle/list', 'list'],
  ['/api/v1/vehicle/bulk/edit', 'bulk'],
  ['/api/v1/contract/handOver', 'other'],
  ['/api/v1/report/idle', 'report'],
  ['/api/open/v1/orders', 'open'],
  ['/api/oauth/token', 'oauth'],
  ['/assets/*', 'page'],
])('%s is counted as %s', (route, kind) => expect(kindOfRoute(route)).toBe(kind))
