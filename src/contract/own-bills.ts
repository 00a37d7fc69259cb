import * as z from 'zod/mini'
import { BILL_KINDS } from '#domain/bill.ts'
import { isoDateSchema, paisaSchema } from './branded.ts'
import { endpoint } from './endpoint.ts'

/** The bills of a booking with their credit and debit notes, oldest first. */
export const listOwnBills = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/bills',
  access: 'customer',
  output: z.object({
    items: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(BILL_KINDS),
        heading: z.string(),
        issuedOn: isoDateSchema,
        total: paisaSchema,
        /** The bill that a note changes. */
        of: z.nullable(z.string()),
      }),
    ),
    /** A bill or note is issued as soon as it can be numbered. */
    waiting: z.boolean(),
  }),
  failures: ['not_found'],
})

/** A document of the booking as PDF, marked as a copy. Without a number, the latest bill. */
export const readOwnBill = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/bill.pdf',
  access: 'customer',
  input: z.object({ number: z.optional(z.string().check(z.maxLength(40))) }),
  output: z.instanceof(Uint8Array),
  failures: ['not_found', 'too_many'],
})
