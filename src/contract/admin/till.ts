import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'
import { DESK_METHODS } from '#domain/payment.ts'
import { CASH_UP_STATUSES } from '#domain/till.ts'
import { isoDateSchema, paisaSchema } from '../branded.ts'
import { staffEndpoint } from '../endpoint.ts'
import { text } from './booking-detail.ts'

const amountsSchema = z.object({ cash: paisaSchema, counter_qr: paisaSchema, card_terminal: paisaSchema })

const personSchema = z.object({
  staffId: z.string(),
  name: z.string(),
  /** Of the caller. */
  isOwn: z.boolean(),
  /** 0 before the first count. */
  version: z.int(),
  status: z.enum(CASH_UP_STATUSES),
  /** Whether the caller can count it now. */
  canCount: z.boolean(),
  /** Whether the caller can approve its difference. */
  canApprove: z.boolean(),
  /** Paisa of cash at the start; of a finished cash-up that of its count. */
  opening: paisaSchema,
  /** Paisa with which the next count starts: what the tills signed before left. `null`: it is the first one, and entered. */
  float: z.nullable(paisaSchema),
  /** Paisa with the opening float, of the money that has moved until now. */
  expected: amountsSchema,
  /** The last count; `null` before the first. */
  count: z.nullable(
    z.object({
      expected: amountsSchema,
      counted: amountsSchema,
      /** Paisa of the cash that was taken to the bank. */
      banked: paisaSchema,
      reason: z.string(),
      signedName: z.nullable(z.string()),
      signedAt: z.nullable(z.string()),
      approvedBy: z.nullable(z.string()),
    }),
  ),
  /** By time. Refunds have a negative amount, and who took the money as reference. */
  movements: z.array(
    z.object({
      at: z.string(),
      bookingId: z.string(),
      customerName: z.string(),
      method: z.enum(DESK_METHODS),
      reference: z.nullable(z.string()),
      amount: paisaSchema,
    }),
  ),
})

const cashUpDaySchema = z.object({
  locationId: z.string(),
  locationName: z.string(),
  date: isoDateSchema,
  /** The front desk sees its own till only, managers every one with money or a count. */
  people: z.array(personSchema),
  /** If several people had money or a count; else `null`. */
  shared: z.nullable(
    z.object({
      /** Paisa of cash that the till of the location should hold now. */
      cash: paisaSchema,
      /** Paisa of cash that moved in tills of the day since they were signed last. */
      uncounted: z.array(z.object({ name: z.string(), isOwn: z.boolean(), cash: paisaSchema })),
    }),
  ),
})
export type CashUpDay = z.output<typeof cashUpDaySchema>

/** The tills of a location on a day, one for each person. */
export const readCashUps = staffEndpoint({
  method: 'GET',
  path: '/api/admin/cash-up',
  input: z.object({ location: text(60), date: text(40) }),
  output: cashUpDaySchema,
  failures: ['not_found', 'invalid'],
})

/** Ten million rupees. */
const MAX_AMOUNT = 1_000_000_000
const amount = z.int().check(z.minimum(0), z.maximum(MAX_AMOUNT))
const till = { locationId: text(60), date: text(40), version: z.int() }

/** Stores a count, and signs it with a name. A later count replaces it, and needs a new signature and approval. */
export const saveCashUp = staffEndpoint({
  method: 'PUT',
  path: '/api/admin/cash-up',
  input: z.strictObject({
    ...till,
    /** Absent for the own till; only managers count others. */
    staffId: z.optional(text(60)),
    /** Only of the first cash-up of a location. */
    opening: z.optional(amount),
    counted: z.strictObject({ cash: amount, counter_qr: amount, card_terminal: amount }),
    banked: amount,
    /** Required to sign with a difference. */
    reason: z.optional(text(REASON_LENGTH.max)),
    signedName: z.optional(text(100)),
  }),
  output: cashUpDaySchema,
  failures: ['not_found', 'invalid', 'forbidden', 'changed_meanwhile'],
})

/** Accepts a difference. Managers who counted the till themselves leave it to an owner. */
export const approveCashUp = staffEndpoint({
  method: 'POST',
  path: '/api/admin/cash-up/approval',
  role: 'manager',
  input: z.strictObject({ ...till, staffId: text(60) }),
  output: cashUpDaySchema,
  failures: ['not_found', 'invalid', 'forbidden', 'wrong_state', 'changed_meanwhile'],
})

export const CASH_UP_MESSAGES = {
  future: 'Choose today or an earlier day.',
  reason: 'Enter a reason for the difference.',
  name: 'Enter your name.',
  banked: 'At most the counted cash can be taken to the bank.',
  approved: 'This cash-up has no difference to approve.',
  approvedBefore: 'A manager approved this count. Ask a manager to count again.',
  signedBefore: 'This cash-up is from before yesterday. Ask a manager to count again.',
  own: 'You counted this till. Ask an owner to approve the difference.',
} as const
