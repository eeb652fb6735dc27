import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './openapi.server.ts'
import { route } from './route.server.ts'

test('a route that says its output and its refusals is documented with them', () => {
  const borrowed = route({
    method: 'POST',
    path: '/api/v1/book/lend',
    summary: '借书',
    right: 'bookList',
    input: z.strictObject({ id: z.number() }),
    output: z.object({ dueOn: z.string(), fee: z.number().nullable() }),
    reasons: ['book.lend.state', 'book.lend.rule'],
    handler: async () => ({ dueOn: '2026-01-31', fee: null }),
  })
  const plain = route({
    method: 'GET',
    path: '/api/v1/book/x',
    summary: '看书',
    right: 'bookList',
    input: z.strictObject({}),
    handler: async () => 1,
  })
  const { paths } = describeApi([borrowed, plain], '图书', '1') as { paths: Record<string, Record<string, { responses: object }>> }
  const { responses } = paths['/api/v1/book/lend']!['post']!
  expect(responses).toMatchObject({
    '200': {
      content: {
        'application/json': { schema: { properties: { data: { required: ['dueOn', 'fee'], properties: { dueOn: { type: 'string' } } } } } },
      },
    },
    '422': { content: { 'application/json': { schema: { properties: { reason: { enum: ['book.lend.state', 'book.lend.rule'] } } } } } },
  })
  expect(paths['/api/v1/book/x']!['get']!.responses).toMatchObject({ '200': { $ref: '#/components/responses/ok' } })
})
