import type { App } from '#server/app.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { move } from '#server/desk/move.ts'
import { createRefund } from '#server/payments/refunds.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { newKey } from './orders.ts'
import { versionOf } from './outcomes.ts'

/** Moves a booking in its current version. */
export const moveBooking = async (app: App, by: Staff, bookingId: string, startDate: string) =>
  move(app, by, bookingId, { version: await versionOf(app, bookingId), startDate })

/** Cancels or rejects a booking in its current version. */
export const endBooking = async (app: App, by: Staff, bookingId: string, end = cancel) =>
  end(app, by, bookingId, { version: await versionOf(app, bookingId), reason: 'Asked by phone' })

/** Refunds an amount, by hand unless told otherwise. */
export const refund = (
  app: App,
  by: Staff,
  paymentId: string,
  amount: number,
  over: Partial<Parameters<typeof createRefund>[2]> = {},
) => createRefund(app, paymentId, { channel: 'manual', amount, reason: 'Asked by phone', ...over }, by, newKey())
