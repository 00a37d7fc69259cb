import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { auditFilter } from './audit.ts'
import { bookingFilter } from './bookings.ts'
import { paymentFilter } from './payments.ts'

/** Every booking that the filter finds, as CSV for spreadsheet programs: UTF-8 with its mark, lines end with CR LF. */
export const exportBookings = endpoint({
  method: 'GET',
  path: '/api/admin/export/bookings.csv',
  access: 'staff',
  role: 'manager',
  fresh: true,
  recorded: true,
  input: z.object(bookingFilter),
  output: z.string(),
  failures: ['invalid'],
})

export const exportMemberships = endpoint({
  method: 'GET',
  path: '/api/admin/export/memberships.csv',
  access: 'staff',
  role: 'manager',
  fresh: true,
  recorded: true,
  input: z.object({}),
  output: z.string(),
  failures: [],
})

/** Every payment that the filter finds, newest first: what an accountant compares with the accounts. */
export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/admin/export/payments.csv',
  access: 'staff',
  role: 'manager',
  fresh: true,
  recorded: true,
  input: z.object(paymentFilter),
  output: z.string(),
  failures: ['invalid'],
})

/** What the filter of the audit finds, newest first, in the words of its screen. */
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/export/audit.csv',
  access: 'staff',
  role: 'manager',
  fresh: true,
  recorded: true,
  input: z.object(auditFilter),
  output: z.string(),
  failures: ['invalid'],
})
