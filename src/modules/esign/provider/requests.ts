/** What is asked of a provider, as it stands in the outbox: names, and nothing of anybody. Carried out by `calls.server.ts`. */
import { z } from 'zod'

const flow = { flow: z.int(), no: z.string() }
const named = z.strictObject(flow)
export type Named = z.output<typeof named>
const delayed = z.strictObject({ ...flow, expireAt: z.string(), before: z.string() })
const revoked = z.strictObject({ ...flow, reason: z.string().max(200) })

export const createRequest = {
  kind: 'esign.create',
  label: '提交签署流程',
  payload: named,
  open: true,
  summary: ({ no }: Named) => `${no} 上传文件并建立流程`,
}
export const identityRequest = {
  kind: 'esign.identity',
  label: '查询实名认证',
  payload: z.strictObject({ identity: z.int() }),
  open: true,
  summary: () => '查询认证进展',
}
export const startRequest = {
  kind: 'esign.start',
  label: '开始签署',
  payload: named,
  open: true,
  summary: ({ no }: Named) => `${no} 通知签署方`,
}
export const urgeRequest = { kind: 'esign.urge', label: '服务商催签', payload: named, open: true, summary: ({ no }: Named) => `${no} 催签` }
export const delayRequest = {
  kind: 'esign.delay',
  label: '服务商延期',
  payload: delayed,
  open: true,
  summary: ({ no, expireAt }: z.output<typeof delayed>) => `${no} 延期至 ${expireAt.slice(0, 10)}`,
}
export const revokeRequest = {
  kind: 'esign.revoke',
  label: '服务商撤销',
  payload: revoked,
  open: true,
  summary: ({ no }: z.output<typeof revoked>) => `${no} 撤销`,
}
export const detailRequest = {
  kind: 'esign.detail',
  label: '查询签署流程',
  payload: named,
  open: true,
  summary: ({ no }: Named) => `${no} 查询签署进展`,
}
