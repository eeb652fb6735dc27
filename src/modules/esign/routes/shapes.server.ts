/** Shapes that several calls share. */
import { z } from 'zod'

export const base = '/api/v1/contract'

export const LIST = ['electronicContractsList', 'contractInfoList', 'electronicContracts'] as const
export const id = z.coerce.number().int().min(1)
export const PAGING = {
  pageNo: z.coerce.number().int().min(1).max(5000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(20),
}
