import type { LineItem } from '#contract/bookings.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { formatTooFewMinutes, formatTooFewMinutesOfBooking } from '#contract/room-messages.ts'
import { formatRange, type IsoDate, kathmanduDate } from '#domain/calendar.ts'
import type { DateRange } from '#domain/date-range.ts'
import {
  BOUGHT_BUCKET,
  type Bucket,
  type BucketMinutes,
  findAllowancePeriod,
  includedMinutes,
  spendMinutes,
} from '#domain/room-balance.ts'
import type { App } from '../app.ts'
import { getCatalogue } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Booking, RoomReservation, Tables } from '../db/schema.ts'

/** The minutes that each month or week of a booking includes, by the content. */
export const getIncludedMinutes = ({ plan_id, period, seats }: Booking): number =>
  includedMinutes(getCatalogue().plans.find(({ id }) => id === plan_id)?.includedRoomMinutes ?? 0, { period, seats })

/** The minutes that were bought with the booking. */
export const getPlacedRoomMinutes = ({ lines }: Pick<Booking, 'lines'>): number =>
  60 * ((JSON.parse(lines) as LineItem[]).find(({ id }) => id === 'meeting-room-hours')?.quantity ?? 0)

export const toBookedPeriods = ({ period, start_date, end_date }: Booking) => ({
  period,
  startDate: start_date,
  endDate: end_date,
})

/** The minutes that each booking has left for a day. */
export async function readMinutesOn(
  db: Queries,
  bookings: readonly Booking[],
  day: IsoDate,
): Promise<Map<string, number>> {
  if (bookings.length === 0) return new Map()
  const ids = bookings.map(({ id }) => id)
  const balances = await db
    .selectFrom('room_balances')
    .select(['booking_id', 'bucket', 'minutes'])
    .where('booking_id', 'in', ids)
    .execute()
  const balancesOf = Map.groupBy(balances, ({ booking_id }) => booking_id)
  return new Map(
    bookings.map((booking) => {
      // A bucket without a row was not used yet.
      const getLeft = (bucket: Bucket, granted: number) =>
        balancesOf.get(booking.id)?.find((balance) => balance.bucket === bucket)?.minutes ?? granted
      const period = findAllowancePeriod(toBookedPeriods(booking), day)
      const included = period ? getLeft(period.from, getIncludedMinutes(booking)) : 0
      return [booking.id, included + getLeft(BOUGHT_BUCKET, getPlacedRoomMinutes(booking))]
    }),
  )
}

/** Uses minutes of a locked booking, included ones first; fails with `fields.minutes` if there are not enough. */
export async function useMinutes(
  app: App,
  db: Queries,
  booking: Booking,
  reservation: RoomReservation,
): Promise<Outcome<undefined>> {
  const period = findAllowancePeriod(toBookedPeriods(booking), reservation.day)
  const buckets: Bucket[] = [...(period ? [period.from] : []), BOUGHT_BUCKET]
  for (const bucket of buckets) await openBucket(app, db, booking, bucket)
  const balances = await db
    .selectFrom('room_balances')
    .select(['bucket', 'minutes'])
    .where('booking_id', '=', booking.id)
    .where('bucket', 'in', buckets)
    .execute()
  const used = spendMinutes(balances, reservation.minutes)
  if (!used) return failTooFewMinutes(app, booking, { balances, period, byStaff: reservation.staff_id !== null })
  for (const { bucket, minutes } of used)
    await addMinutes(app, db, booking.id, { bucket, kind: 'used', minutes: -minutes, reservation_id: reservation.id })
  return succeed(undefined)
}

function failTooFewMinutes(
  app: App,
  booking: Booking,
  {
    balances,
    period,
    byStaff,
  }: { balances: readonly BucketMinutes[]; period: DateRange | undefined; byStaff: boolean },
): Outcome<never> {
  const left = balances.reduce((total, { minutes }) => total + minutes, 0)
  const when = period && getIncludedMinutes(booking) > 0 ? formatPeriod(booking, period, kathmanduDate(app.now())) : ''
  const format = byStaff ? formatTooFewMinutesOfBooking : formatTooFewMinutes
  return fail('invalid', { fields: { minutes: format(left, when) } })
}

function formatPeriod(booking: Booking, { from, to }: DateRange, today: IsoDate): string {
  if (today < from || today > to) return ` for ${formatRange(from, to)}`
  return booking.period === 'weekly' ? ' this week' : ' this month'
}

/** Returns the minutes of a reservation to the buckets they came from. */
export async function returnMinutes(app: App, db: Queries, { id, booking_id }: RoomReservation): Promise<void> {
  if (booking_id === null) return
  const used = await db
    .selectFrom('room_minutes')
    .select(['bucket', 'minutes'])
    .where('reservation_id', '=', id)
    .where('kind', '=', 'used')
    .execute()
  for (const { bucket, minutes } of used)
    await addMinutes(app, db, booking_id, { bucket, kind: 'returned', minutes: -minutes, reservation_id: id })
}

/** Adds the minutes of a purchase to a locked booking. A unique index on the change adds them once. */
export async function grantBoughtMinutes(
  app: App,
  db: Queries,
  booking: Booking,
  { minutes, changeId }: { minutes: number; changeId: string },
): Promise<void> {
  await openBucket(app, db, booking, BOUGHT_BUCKET)
  await addMinutes(app, db, booking.id, { bucket: BOUGHT_BUCKET, kind: 'bought', minutes, change_id: changeId })
}

/** Grants the minutes of a bucket when they are first needed. The balance's primary key grants them once. */
async function openBucket(app: App, db: Queries, booking: Booking, bucket: Bucket): Promise<void> {
  const minutes = bucket === BOUGHT_BUCKET ? getPlacedRoomMinutes(booking) : getIncludedMinutes(booking)
  const opened = await db
    .insertInto('room_balances')
    .values({ booking_id: booking.id, bucket, minutes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bucket')
    .executeTakeFirst()
  if (!opened || minutes === 0) return
  await addMinutes(app, db, booking.id, { bucket, kind: bucket === BOUGHT_BUCKET ? 'bought' : 'included', minutes })
}

type NewMinutes = Pick<Tables['room_minutes'], 'bucket' | 'kind' | 'minutes'> &
  Partial<Pick<Tables['room_minutes'], 'reservation_id' | 'change_id'>>

/** Writes an entry of the ledger and its balance, which a constraint keeps from becoming negative. */
async function addMinutes(app: App, db: Queries, bookingId: string, entry: NewMinutes): Promise<void> {
  await db
    .insertInto('room_minutes')
    .values({ id: crypto.randomUUID(), booking_id: bookingId, ...entry, created_at: instant(app.now()) })
    .execute()
  await db
    .updateTable('room_balances')
    .set((row) => ({ minutes: row('minutes', '+', entry.minutes) }))
    .where('booking_id', '=', bookingId)
    .where('bucket', '=', entry.bucket)
    .execute()
}
