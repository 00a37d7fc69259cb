import type { BookingView } from '#contract/bookings.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { changeRefundAccount } from '#contract/own-booking.ts'
import { getRefundAccountMessages } from '#contract/validation-messages.ts'
import {
  maskAccount,
  normaliseRefundAccount,
  REFUND_ACCOUNT_CHANGE_MS,
  type RefundAccount,
  refundAccountProblems,
} from '#domain/refund-account.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { seal, unseal } from '../secrets.ts'
import { buildBookingLink } from './access.ts'
import { canRefundThroughGateway } from './cancellation-terms.ts'
import { refundAccountEmail } from './emails.ts'
import { isRefundDue } from './refund-due.ts'

interface StoredRefundAccount extends RefundAccount {
  changeableUntil: string
}

export async function openRefundAccount(
  app: App,
  db: Queries,
  { id }: Pick<Booking, 'id'>,
): Promise<StoredRefundAccount | undefined> {
  const row = await db.selectFrom('refund_accounts').selectAll().where('booking_id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const account: RefundAccount = JSON.parse(unseal(app.refundAccountKey, row.account, id))
  return { ...account, changeableUntil: row.changeable_until }
}

export async function hasRefundAccount(db: Queries, { id }: Booking): Promise<boolean> {
  const row = await db
    .selectFrom('refund_accounts')
    .select('booking_id')
    .where('booking_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a refund is due that cannot be sent through its gateway, or that the gateway has rejected before. */
export async function isRefundAccountNeeded(app: App, db: Queries, { id }: Pick<Booking, 'id'>): Promise<boolean> {
  const due = await db
    .selectFrom('payments')
    .selectAll()
    .select((payment) =>
      payment
        .selectFrom('refunds')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.state', '=', 'failed')
        .as('rejected'),
    )
    .where('booking_id', '=', id)
    .where(isRefundDue)
    .execute()
  return due.some((payment) => !canRefundThroughGateway(app, payment) || Number(payment.rejected) > 0)
}

export async function readRefundAccountView(
  app: App,
  db: Queries,
  booking: Booking,
): Promise<BookingView['refundAccount']> {
  const stored = await openRefundAccount(app, db, booking)
  if (!stored) return null
  return { masked: formatMasked(stored), name: stored.name, changeableUntil: stored.changeableUntil }
}

/** Whether an account is needed that the customer has not named yet. */
export const isRefundAccountMissing = async (app: App, db: Queries, booking: Booking): Promise<boolean> =>
  (await isRefundAccountNeeded(app, db, booking)) && !(await hasRefundAccount(db, booking))

/** Stores or replaces the account and emails it, masked. Returns how it is shown. */
export async function saveRefundAccount(
  app: App,
  db: Queries,
  booking: Booking,
  { bank = '', wallet = '', account, name }: Input<typeof changeRefundAccount>['refundTo'],
): Promise<Outcome<string>> {
  const given = normaliseRefundAccount({ bank, wallet, account, name })
  const problems = refundAccountProblems(given)
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: getRefundAccountMessages(problems) })
  const now = app.now()
  const stored = await db
    .insertInto('refund_accounts')
    .values({
      booking_id: booking.id,
      account: seal(app.refundAccountKey, JSON.stringify(given), booking.id),
      created_at: instant(now),
      changeable_until: instant(now + REFUND_ACCOUNT_CHANGE_MS),
    })
    .onConflict((conflict) =>
      conflict
        .column('booking_id')
        .doUpdateSet((row) => ({ account: row.ref('excluded.account') }))
        .where('refund_accounts.changeable_until', '>=', instant(now)),
    )
    .returning('changeable_until')
    .executeTakeFirst()
  if (!stored) return fail('wrong_state', { message: ACCOUNT_FIXED })
  const shown = { masked: formatMasked(given), name: given.name, changeableUntil: stored.changeable_until }
  await queueEmail(db, refundAccountEmail(booking, buildBookingLink(app, booking), shown), now)
  return succeed(shown.masked)
}

const ACCOUNT_FIXED = 'The account can no longer be changed here. Contact us to change it.'

/** `Nabil Bank, •••• 0123` */
const formatMasked = ({ bank, wallet, account }: RefundAccount): string => `${bank || wallet}, ${maskAccount(account)}`

/** Starts the time after which the account is deleted, once nothing of the booking is left to refund. */
export async function closeRefundAccount(app: App, db: Queries, bookingId: string): Promise<void> {
  const ofBooking = db.selectFrom('payments').select('payments.id').where('booking_id', '=', bookingId)
  const due = await ofBooking.where(isRefundDue).limit(1).executeTakeFirst()
  const open = await ofBooking
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .where('refunds.state', 'in', ['requested', 'sent'])
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('refund_accounts')
    .set({ paid_at: due || open ? null : instant(app.now()) })
    .where('booking_id', '=', bookingId)
    .where('paid_at', due || open ? 'is not' : 'is', null)
    .execute()
}
