import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { placeBooking } from '#contract/bookings.ts'
import { readSeatOffer } from '#contract/waiting.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import { describeOnEachEngine, emailsTo, expectNothingStored, rows } from '../../support/app.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { dayPass, type Placed, placed, setCapacity, transitionTo } from '../../support/orders.ts'
import { manager } from '../../support/prices.ts'
import { call, rejected, withKey } from '../../support/requests.ts'
import { MISCOUNTED_DAYS } from '../../support/seat-counts.ts'
import { emailedOffer, waiting } from '../../support/waiting.ts'

const DAY = '2026-12-10'
const MAYA = { locationId: 'kausimaa', day: DAY, email: 'maya@example.com' }
const order = () => dayPass({ locationId: 'kausimaa', startDate: DAY })

describeOnEachEngine('an offer whose day is closed afterwards on %s', (app) => {
  let by: Staff
  let offer: { id: string; token: string }
  let booked: Placed
  /** One seat, which is booked, released and offered. */
  beforeEach(async () => {
    setCapacity(app, 1)
    by = await manager(app)
    booked = await placed(app, order())
    await waiting(app, MAYA)
    await transitionTo(app, booked.bookingId, 'cancelled')
    await offerFreeSeats(app)
    offer = await emailedOffer(app, MAYA.email)
  })

  const close = (changes = {}) => saveClosed(app, by, [closureEntry({ locationId: 'kausimaa', ...changes })])
  const read = () => call(readSeatOffer, { id: offer.id, secret: offer.token })
  const states = async () => [
    (await rows(app.db.read, 'seat_offers')).map(({ state }) => state),
    (await rows(app.db.read, 'waiting_entries')).map(({ state }) => state),
  ]

  test('ends with its seat, and the visitor is emailed and stays in line', async () => {
    await close()
    expect(await states()).toEqual([['expired'], ['waiting']])
    expect((await rows(app.db.read, 'seat_claims')).filter(({ kind }) => kind === 'offer')).toEqual([])
    expect((await sql.raw(MISCOUNTED_DAYS).execute(app.db.read)).rows).toEqual([])
    expect(await read()).toMatchObject({ state: 'closed' })
    expect(await emailsTo(app, MAYA.email)).toContain('Closed on 10 Dec 2026: Kausimaa')
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Closed on'))
    expect(email?.body).toContain('Kausimaa is now closed on this day (Udhauli)')
  })

  test('cannot be booked, for the reason of the closed day', async () => {
    await close()
    const failure = await expectNothingStored(app, () =>
      rejected('invalid', placeBooking, withKey({ ...order(), offer })),
    )
    expect(failure.fields?.startDate).toContain('Udhauli')
  })

  test('is made again when the day is opened again', async () => {
    await close()
    await offerFreeSeats(app)
    expect(await states()).toEqual([['expired'], ['waiting']])
    await saveClosed(app, by, [], 1)
    await offerFreeSeats(app)
    const again = await emailedOffer(app, MAYA.email)
    expect(again.id).not.toBe(offer.id)
    await call(placeBooking, withKey({ ...order(), offer: again }))
  })

  test.each([
    ['another location closes', { locationId: 'dhobighat-hub' }],
    ['another day closes', { from: '2026-12-11', to: '2026-12-11' }],
    ['the day has other hours', { hours: { open: '08:00', close: '16:00' } }],
  ])('remains open when %s', async (_, changes) => {
    await close(changes)
    expect(await states()).toEqual([['open'], ['offered']])
    expect(await read()).toMatchObject({ state: 'open' })
  })

  test('remains booked when its booking is among those of the closed day', async () => {
    await call(placeBooking, withKey({ ...order(), offer }))
    await close()
    expect(await states()).toEqual([['taken'], ['booked']])
    expect(await read()).toMatchObject({ state: 'taken' })
  })
})
