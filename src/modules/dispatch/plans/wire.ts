/** What the planning page is told. Schemas of what the solver is asked and answers stand here: its own folder imports nothing. */
import { z } from 'zod'
import { CODE, type Code, type Plan, type Problem } from '../solver/model.ts'
import type { Board } from './problem.rules.ts'

const span = z.tuple([z.number(), z.number()])
const demand = z.tuple([z.number(), z.number(), z.number(), z.number()])
const stop = z.object({ place: z.number(), service: z.number(), windows: z.array(span), restful: z.boolean().optional() })
const visit = z.object({ job: z.string().optional(), part: z.enum(['pickup', 'delivery', 'reload']), place: z.number().optional() })
const code = z.literal(Object.values(CODE) as [Code, ...Code[]])
const amountOf = z.enum(['grams', 'volume', 'pieces', 'pallets', 'seconds', 'metres', 'stops', 'none'])

const job = z.object({
  id: z.string(),
  pickup: stop.optional(),
  delivery: stop.optional(),
  demand,
  cold: span.optional(),
  goods: z.enum(['plain', 'food', 'dangerous']).optional(),
  skills: z.array(z.string()).optional(),
  lifo: z.boolean().optional(),
  release: z.number().optional(),
  prize: z.number(),
  only: z.array(z.string()).optional(),
  home: z.string().optional(),
  awayFen: z.number().optional(),
})
const vehicle = z.object({
  id: z.string(),
  zones: z.array(z.object({ cold: span.optional(), capacity: demand })),
  start: z.number(),
  end: z.number().nullable(),
  shift: span,
  overtime: z.number().optional(),
  fixedFen: z.number(),
  kmFen: z.number(),
  hourFen: z.number(),
  overtimeHourFen: z.number().optional(),
  maxStops: z.number().optional(),
  maxMetres: z.number().optional(),
  maxSeconds: z.number().optional(),
  skills: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  passes: z.array(z.string()).optional(),
  reloads: z.array(z.object({ place: z.number(), service: z.number() })).optional(),
  trips: z.number().optional(),
  drivers: z.literal([1, 2]).optional(),
  driven: z.number().optional(),
  sinceRest: z.number().optional(),
  worked: z.number().optional(),
  profile: z.number().optional(),
  fixed: z.array(visit).optional(),
  closed: z.boolean().optional(),
})
const problem: z.ZodType<Problem> = z.object({
  jobs: z.array(job),
  vehicles: z.array(vehicle),
  matrix: z.object({
    size: z.number(),
    metres: z.array(z.array(z.number())),
    seconds: z.array(z.array(z.number())),
    bands: z.array(z.object({ from: z.number(), factor: z.number() })).optional(),
  }),
  bans: z.array(z.object({ area: z.string(), places: z.array(z.number()), windows: z.array(span), tags: z.array(z.string()) })).optional(),
  rules: z.object({ driveMax: z.number(), rest: z.number(), driveDayMax: z.number(), lateMinuteFen: z.number().optional() }),
  mode: z.enum(['cost', 'vehicles', 'balance']),
  fairHourFen: z.number().optional(),
  seed: z.number(),
  exact: z.boolean().optional(),
})

const cost = z.object({
  fixed: z.number(),
  km: z.number(),
  hours: z.number(),
  overtime: z.number(),
  late: z.number(),
  away: z.number(),
  prize: z.number(),
  fairness: z.number(),
  total: z.number(),
})
const step = z.object({
  kind: z.enum(['start', 'pickup', 'delivery', 'reload', 'rest', 'end']),
  job: z.string().optional(),
  place: z.number(),
  metres: z.number(),
  driving: z.number(),
  hold: z.number(),
  arrive: z.number(),
  begin: z.number(),
  leave: z.number(),
  wait: z.number(),
  late: z.number(),
  load: z.array(z.number()),
})
const violation = z.object({ code, amount: z.number(), of: amountOf, job: z.string().optional(), step: z.number().optional() })
const planRoute = z.object({
  vehicle: z.string(),
  steps: z.array(step),
  visits: z.array(visit),
  start: z.number(),
  end: z.number(),
  metres: z.number(),
  driving: z.number(),
  cost,
  fullest: z.number(),
  violations: z.array(violation),
})
const plan: z.ZodType<Plan> = z.object({
  routes: z.array(planRoute),
  unassigned: z.array(
    z.object({
      job: z.string(),
      code,
      hint: z.object({ code, vehicle: z.string().optional(), amount: z.number(), of: amountOf }).optional(),
      addedFen: z.number().optional(),
    }),
  ),
  cost,
  iterations: z.number(),
  ticks: z.array(z.number()).optional(),
  seed: z.number(),
  engine: z.string(),
})

const end = z.object({ party: z.number().nullable(), name: z.string() }).nullable()
const board: z.ZodType<Board> = z.object({
  day: z.string(),
  places: z.array(z.object({ name: z.string(), lng: z.number(), lat: z.number() })),
  orders: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      orderNo: z.string(),
      version: z.number(),
      orderVersion: z.number(),
      project: z.number().nullable(),
      name: z.string(),
      grams: z.number(),
      volume: z.number(),
      priority: z.number(),
      pickup: end,
      delivery: end,
    }),
  ),
  vehicles: z.array(
    z.object({
      id: z.number(),
      plateNo: z.string(),
      version: z.number(),
      driver: z.number().nullable(),
      driverName: z.string().nullable(),
    }),
  ),
  barred: z.array(z.object({ plateNo: z.string(), why: z.string() })),
})

const routeResult = z.object({
  vehicle: z.number(),
  plateNo: z.string(),
  ok: z.boolean(),
  note: z.string(),
  mission: z.number().nullable(),
  missionNo: z.string().nullable(),
})
export const ADOPTED = z.object({ results: z.array(routeResult) })
export const SHOWN = z.object({ n: z.number(), plan })
export const PLAN_ANSWER = z.object({
  id: z.number(),
  no: z.string(),
  status: z.string(),
  seconds: z.number(),
  version: z.number(),
  error: z.string().nullable(),
  current: z.number(),
  progress: z.object({ iterations: z.number(), cost: z.number(), unassigned: z.number(), vehicles: z.number() }).nullable(),
  results: z.array(routeResult),
  problem,
  board,
  shown: SHOWN.nullable(),
  versions: z.array(
    z.object({
      n: z.number(),
      parent: z.number(),
      op: z.string(),
      total: z.number(),
      metres: z.number(),
      unassigned: z.number(),
    }),
  ),
})
export type PlanAnswer = z.output<typeof PLAN_ANSWER>
