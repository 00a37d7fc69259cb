import * as z from 'zod/mini'
import { LOCATION_IDS } from '#domain/location.ts'
import { staffEndpoint } from '../endpoint.ts'
import { auditFilter } from './audit.ts'
import { bookingFilter } from './bookings.ts'
import { paymentFilter } from './payments.ts'

const csvExport = { method: 'GET', role: 'manager', fresh: true, recorded: true, output: z.string() } as const

/** More than 5,000 rows are `invalid`. */
export const workbookExport = { ...csvExport, output: z.instanceof(Uint8Array), failures: ['invalid'] } as const

/** All bookings of the filter as CSV: UTF-8 with a byte order mark, lines end with CR LF. */
export const exportBookings = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/bookings.csv',
  input: z.object(bookingFilter),
  failures: ['invalid'],
})

export const exportMemberships = staffEndpoint({ ...csvExport, path: '/api/admin/export/memberships.csv' })

export const exportMembershipsWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/memberships.xlsx',
})

/** Addresses of the newsletter, by address. */
export const exportSubscribers = staffEndpoint({ ...csvExport, path: '/api/admin/export/newsletter.csv' })

export const exportSubscribersWorkbook = staffEndpoint({ ...workbookExport, path: '/api/admin/export/newsletter.xlsx' })

/** All payments of the filter as CSV, newest first. */
export const exportPayments = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/payments.csv',
  input: z.object(paymentFilter),
  failures: ['invalid'],
})

export const exportPaymentsWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/payments.xlsx',
  input: z.object(paymentFilter),
})

/** Days of a table for the accountant, both inclusive, of every location or of one. */
export const accountsFilter = { from: z.string(), to: z.string(), location: z.optional(z.enum(LOCATION_IDS)) }

/** Bills and debit notes by their day of issue, in the columns of the tax office, with their totals. */
export const exportSalesRegister = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/sales-register.csv',
  input: z.object(accountsFilter),
  failures: ['invalid'],
})

export const exportSalesRegisterWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/sales-register.xlsx',
  input: z.object(accountsFilter),
})

/** Credit notes by their day of issue, in the columns of the tax office, with their totals. */
export const exportSalesReturns = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/sales-returns.csv',
  input: z.object(accountsFilter),
  failures: ['invalid'],
})

export const exportSalesReturnsWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/sales-returns.xlsx',
  input: z.object(accountsFilter),
})

/** Refunds by the day on which they were done. */
export const exportRefunds = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/refunds.csv',
  input: z.object(accountsFilter),
  failures: ['invalid'],
})

export const exportRefundsWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/refunds.xlsx',
  input: z.object(accountsFilter),
})

/** Counts of the tills by their day. */
export const exportCashUps = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/cash-ups.csv',
  input: z.object(accountsFilter),
  failures: ['invalid'],
})

export const exportCashUpsWorkbook = staffEndpoint({
  ...workbookExport,
  path: '/api/admin/export/cash-ups.xlsx',
  input: z.object(accountsFilter),
})

export const exportAuditLog = staffEndpoint({
  ...csvExport,
  path: '/api/admin/export/audit.csv',
  input: z.object(auditFilter),
  failures: ['invalid'],
})
