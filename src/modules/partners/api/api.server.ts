/** Server part of the open API: its entities, jobs, ports and calls, for the module to put together. */
import type { ServedEntity } from '#kit/entity/serve.server.ts'
import type { ScheduledJob } from '#kit/entity/registry.server.ts'
import { forgetNonces } from './clients/gate.server.ts'
import { servedKey } from './clients/keys.server.ts'
import { sandboxJobs, servedSandbox } from './orders/sandbox.server.ts'
import { servedClient, servedDelivery } from './webhooks/webhooks.server.ts'
import { webhookPort } from './webhooks/webhook-port.server.ts'

export const apiEntities: readonly ServedEntity[] = [servedClient, servedKey, servedDelivery, servedSandbox]
export const apiJobs: readonly ScheduledJob[] = [...sandboxJobs, { name: 'openApi.forget', cron: '*/5 * * * *', run: forgetNonces }]
export const apiPorts = [webhookPort]
