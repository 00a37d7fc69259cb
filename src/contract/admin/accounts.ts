import * as z from 'zod/mini'
import { MONTH_ARCHIVE_STATES } from '#domain/month-archive.ts'
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
    /** In order, by name. */
    months: z.array(z.object({ name: z.string(), ...movedFields })),
    /** Of the Nepali calendar; outside its announced years of the other one. */
    bikramMonths: z.array(z.object({ name: z.string(), ...movedFields })),
    /** Bills with debit notes, and credit notes. */
    sales: billedSchema,
    returns: billedSchema,
    /** Now, whenever it became due: price differences after moves, and refunds. */
    owed: z.object({ toUs: paisaSchema, byUs: paisaSchema }),
  }),
  failures: ['invalid'],
})

const monthArchiveSchema = z.object({
  id: z.string(),
  from: isoDateSchema,
  to: isoDateSchema,
  state: z.enum(MONTH_ARCHIVE_STATES),
  /** Documents in the file so far, and in all. */
  done: z.int(),
  total: z.int(),
  /** `null` until it is done. */
  bytes: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  by: z.string(),
  createdAt: z.string(),
})
export type MonthArchiveView = z.output<typeof monthArchiveSchema>

/** The files of the last days, newest first. Read again and again while one is made. */
export const listMonthArchives = staffEndpoint({
  method: 'GET',
  path: '/api/admin/months',
  role: 'manager',
  passive: true,
  output: z.object({ items: z.array(monthArchiveSchema) }),
})

/** Starts one ZIP with all bills, registers, payments and refunds of the days; `in_flight` while one is made. */
export const startMonthArchive = staffEndpoint({
  method: 'POST',
  path: '/api/admin/months',
  status: 202,
  role: 'manager',
  fresh: true,
  input: z.strictObject({ from: z.string(), to: z.string() }),
  output: monthArchiveSchema,
  failures: ['invalid', 'in_flight'],
})

/** Stops a file that is made. */
export const cancelMonthArchive = staffEndpoint({
  method: 'DELETE',
  path: '/api/admin/months/{id}',
  role: 'manager',
  output: monthArchiveSchema,
  failures: ['not_found', 'already_done'],
})

/** `not_ready` while the file is made, and on a host that has not made it; `wrong_state` if it never will be. */
export const downloadMonthArchive = staffEndpoint({
  method: 'GET',
  path: '/api/admin/months/{id}/file',
  role: 'manager',
  fresh: true,
  recorded: true,
  output: z.instanceof(Uint8Array),
  failures: ['not_found', 'wrong_state', 'not_ready'],
})
