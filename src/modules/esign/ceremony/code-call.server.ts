/** The code on its way to a signer's telephone; what does not arrive is said on his page and to whoever started. */
import { z } from 'zod'
import { maskPhone } from '#kit/basics/identifiers/mask.ts'
import { jsonb } from '#kit/database/jsonb.server.ts'
import { storeOf } from '#kit/entity/store.server.ts'
import { defineCall } from '#kit/ports/call.server.ts'
import { outsideMessage } from '#modules/system/system.public.ts'
import { codeOf, signFlow, signParty } from '../flows/flow.ts'
import { tell } from '../flows/flow.server.ts'
import { record } from '../flows/record.server.ts'

const flows = storeOf(signFlow)
const parties = storeOf(signParty)

/** Three attempts while he waits: a code that comes minutes later is none. */
const PAUSES = [4, 12] as const

export const codeCall = defineCall({
  kind: 'esign.code',
  label: '签署验证码',
  payload: z.strictObject({ flow: z.int(), party: z.int(), sentAt: z.string(), message: outsideMessage }),
  summary: ({ message: { to, title } }) => `${to.name} ${maskPhone(to.mobile)}：${title}`,
  pauses: PAUSES,
  deliver: (ctx, { message }, delivery) => ctx.ports.messages.send(ctx, message, delivery),
  failed: async (tx, ctx, { flow, party, sentAt }) => {
    // The flow before its parties, as everywhere.
    const locked = await flows.lock(tx, ctx, flow)
    const row = await parties.lock(tx, ctx, party)
    const code = codeOf(row)
    // Of the newest code only: an earlier one no longer matters.
    if (locked.status !== 'signing' || row.status !== 'toSign' || code?.sentAt !== sentAt) return
    await tx
      .updateTable('signParty')
      .set({ code: jsonb({ ...code, lost: true }) })
      .where('id', '=', party)
      .execute()
    await record(tx, ctx, locked, {
      kind: 'codeLost',
      by: `signer:${row.seq}`,
      data: { mobile: row.mobile ? maskPhone(row.mobile) : null },
    })
    await tell(
      tx,
      ctx,
      locked,
      `验证码未送达：${row.name} ${row.mobile ? maskPhone(row.mobile) : ''}，请核对手机号或改为面签`,
      `codeLost:${party}:${sentAt}`,
    )
  },
})
