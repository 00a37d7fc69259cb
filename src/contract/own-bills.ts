import * as z from 'zod/mini'
import { BILL_KINDS, REQUESTED_MEDIA } from '#domain/bill.ts'
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

/** Selects a copy that the caller has counted. */
export const copyField = z.optional(z.string().check(z.regex(/^\d{1,4}$/)))

/**
 * A document of the booking as PDF; without a number, the latest bill. It is marked as a copy that is not counted, or
 * as the `copy` of an earlier `copyOwnBill`.
 */
export const readOwnBill = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/bill.pdf',
  access: 'customer',
  input: z.object({ number: z.optional(z.string().check(z.maxLength(40))), copy: copyField }),
  output: z.instanceof(Uint8Array),
  failures: ['not_found', 'too_many'],
})

export const copyInput = z.strictObject({ medium: z.enum(REQUESTED_MEDIA) })
/** 0 is the original: what leaves us first, by email or on request. */
export const copyOutput = z.object({ copy: z.int() })

/** Counts a copy of a document before it is downloaded or printed. */
export const copyOwnBill = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/bills/{child}/copies',
  access: 'customer',
  status: 201,
  input: copyInput,
  output: copyOutput,
  failures: ['not_found', 'too_many', 'idempotency_missing', 'idempotency_mismatch'],
})
