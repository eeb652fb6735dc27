/** What the pages of invoices are answered. */
import { z } from 'zod'

export const openBills = z.object({
  bills: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      billType: z.string(),
      issuedOn: z.string(),
      settled: z.boolean(),
      amount: z.number(),
      invoiced: z.number(),
      open: z.number(),
    }),
  ),
  titles: z.array(z.object({ id: z.number(), title: z.string(), taxNo: z.string().nullable() })),
})
export const billInvoices = z.object({
  invoiced: z.number(),
  open: z.number(),
  charges: z.array(
    z.object({
      id: z.number(),
      description: z.string(),
      amount: z.number(),
      rateBp: z.number().nullable(),
      gross: z.number(),
      open: z.number(),
    }),
  ),
  documents: z.array(
    z.object({
      id: z.number(),
      no: z.string(),
      status: z.string(),
      colour: z.string(),
      number: z.string().nullable(),
      title: z.string(),
      gross: z.number(),
    }),
  ),
})
export type OpenBills = z.output<typeof openBills>
export type BillInvoices = z.output<typeof billInvoices>
