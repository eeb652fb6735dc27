/** A component of a template as it travels (template.ts). */
import { z } from 'zod'

export const component = z.strictObject({
  key: z.string().min(1).max(40),
  label: z.string().min(1).max(40),
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(6), z.literal(8), z.literal(9), z.literal(19), z.literal(23)]),
  role: z.string().max(20).optional(),
  page: z.number().int().min(1).max(300),
  x: z.number().min(0).max(10_000),
  y: z.number().min(0).max(10_000),
  w: z.number().min(1).max(10_000),
  h: z.number().min(1).max(10_000),
  required: z.boolean().optional(),
  font: z.number().min(8).max(24).optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  path: z.string().max(60).optional(),
})
