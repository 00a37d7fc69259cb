import * as z from 'zod/mini'
import { staffEndpoint } from '../endpoint.ts'
import { auditFilter } from './audit.ts'
import { bookingFilter } from './bookings.ts'
import { paymentFilter } from './payments.ts'

const csvExport = { method: 'GET', role: 'manager', fresh: true, recorded: true, output: z.string() } as const

/** All bookings of the filter as CSV: UTF-8 with a byte order mark, lines end with CR LF. */
export const exportBookings = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/bookings.csv',
  input: z.object(bookingFilter),
  failures: ['invalid'],
})

export const exportMemberships = staffEndpoint({ ...csvExport, path: '/api/admin/export/memberships.csv' })

/** All payments of the filter as CSV, newest first. */
export const exportPayments = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/payments.csv',
  input: z.object(paymentFilter),
  failures: ['invalid'],
})

export const exportAuditLog = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/audit.csv',
  input: z.object(auditFilter),
  failures: ['invalid'],
})
