import * as z from 'zod/mini'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { accountsFilter } from './exports.ts'

/** Paisa. */
const movedFields = { received: paisaSchema, refunded: paisaSchema }
/** Paisa; `taxable` and `vat` are those of documents that show VAT. */
const billedSchema = z.object({ gross: paisaSchema, taxable: paisaSchema, vat: paisaSchema })

/** Money by the Kathmandu day on which it was recorded as received or refunded, and the bills of these days. */
export const readAccounts = staffEndpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  role: 'manager',
  input: z.object(accountsFilter),
  output: z.object({
    from: isoDateSchema,
    to: isoDateSchema,
    totals: z.object(movedFields),
    methods: z.array(z.object({ method: z.enum(RECORDED_METHODS), ...movedFields })),
    plans: z.array(z.object({ planId: z.string(), ...movedFields })),
    locations: z.array(z.object({ locationId: z.string(), ...movedFields })),
    /** By month of the Nepali calendar, in order; outside its announced years by month of the other one. */
    months: z.array(z.object({ name: z.string(), ...movedFields })),
    /** Bills with debit notes, and credit notes. */
    sales: billedSchema,
    returns: billedSchema,
    /** Now, whenever it became due: price differences after moves, and refunds. */
    owed: z.object({ toUs: paisaSchema, byUs: paisaSchema }),
  }),
  failures: ['invalid'],
})
