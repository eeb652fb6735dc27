/** 车辆租赁合同 on paper: what is signed electronically too, and places to sign by hand. */
import type { Context, Tx } from '#kit/access/context.server.ts'
import type { PaperKind } from '#kit/pdf/kinds.server.ts'
import type { Block } from '#kit/pdf/paper.ts'
import { contractBody } from './contract-body.server.ts'

const UNSIGNED = ['draft', 'approving', 'rejected']

async function make(tx: Tx, ctx: Context, id: number) {
  // Whoever may not see numbers in full, prints what he sees.
  const { contract, blocks, lessor, lessee } = await contractBody(tx, ctx, id, { by: 'person', full: ctx.access.can('memberList_reveal') })
  const all: Block[] = [
    ...(UNSIGNED.includes(contract.status)
      ? [{ kind: 'text', runs: ['草稿：尚未通过审批，不作签署之用。'], align: 'center', soft: true } as const]
      : []),
    ...blocks,
    {
      kind: 'zones',
      parties: [
        { role: '甲方', label: '甲方（盖章）', lines: [lessor, '代表：', '日期：'] },
        { role: '乙方', label: '乙方（签字或盖章）', lines: [lessee, '代表：', '日期：'] },
      ],
    },
  ]
  return { title: '车辆租赁合同', number: contract.no, company: lessor, qr: contract.no, blocks: all }
}

export const contractPaper: PaperKind = { entity: 'contract', code: 'contract', make }
