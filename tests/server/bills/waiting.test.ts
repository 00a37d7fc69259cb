import { expect, test } from 'vitest'
import type { LocationId } from '#domain/location.ts'
import { issueWaitingBills } from '#server/bills/issue.ts'
import { readOwnBills } from '#server/bills/own-bills.ts'
import { settle } from '#server/payments/settlement.ts'
import { loadToday } from '#server/reports/today.ts'
import { describeOnEachEngine, execute, rows } from '../../support/app.ts'
import { billsOf, numbersOf } from '../../support/bills.ts'
import { dayPass, granted } from '../../support/orders.ts'
import { paid, paidBooking, started, statesOf } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { endBooking, refund } from '../../support/staff-actions.ts'

/** The first day without a fiscal year, and one with. */
const UNKNOWN = Date.parse('2029-07-16T06:00:00Z')
const KNOWN = Date.parse('2029-07-10T06:00:00Z')

describeOnEachEngine('bills that cannot be numbered on %s', (app) => {
  const paidOn = (startDate: string) => paidBooking(app, dayPass({ startDate }))

  test('wait while their payments are confirmed, and are issued in the order of confirmation', async () => {
    app.clock.set(UNKNOWN)
    const first = await paidOn('2029-07-20')
    app.clock.advance(1_000)
    const second = await paidOn('2029-07-21')
    expect(await statesOf(app, second.paymentId)).toEqual(['confirmed', 'confirmed'])
    await issueWaitingBills(app)
    expect(await rows(app.db.read, 'bills')).toEqual([])
    const own = () => readOwnBills(app, first.bookingId, first.secret)
    expect(granted(await own())).toEqual({ items: [], waiting: true })

    app.clock.set(KNOWN)
    for (let times = 0; times < 2; times++) await issueWaitingBills(app)
    expect(await numbersOf(app, first.bookingId)).toEqual(['TEST-DHO-R-8586-00001'])
    expect(await numbersOf(app, second.bookingId)).toEqual(['TEST-DHO-R-8586-00002'])
    expect(granted(await own())).toMatchObject({ items: [{ issuedOn: '2029-07-10' }], waiting: false })
    expect((await billsOf(app, first.bookingId))[0]).toMatchObject({ transaction_on: '2029-07-16' })
  })

  test.each([
    ['2029-05-16T06:00:00Z', undefined],
    ['2029-05-18T06:00:00Z', /^Bills cannot be numbered from 16 Jul 2029 on/],
    ['2029-07-15T06:00:00Z', /^Bills cannot be numbered from 16 Jul 2029 on/],
    ['2029-07-16T06:00:00Z', /^Bills wait for a number/],
  ])('are announced to owners at %s: %s', async (at, message) => {
    app.clock.set(Date.parse(at))
    const messages = granted(await loadToday(app, { id: 'o', role: 'owner', workplaces: null })).missingSettings
    const found = messages.filter((text) => text.startsWith('Bills'))
    expect(found).toEqual(message ? [expect.stringMatching(message)] : [])
  })

  test('because the content no longer has their location are announced to owners until they are issued', async () => {
    const { bookingId, paymentId } = await started(app)
    const move = (location: string) =>
      execute(app, (db) =>
        db
          .updateTable('bookings')
          .set({ location_id: location as LocationId })
          .where('id', '=', bookingId),
      )
    const messages = async () =>
      granted(await loadToday(app, { id: 's1', role: 'owner', workplaces: null })).missingSettings.filter((text) =>
        text.includes('bill'),
      )
    await move('old-hub')
    await settle(app, paymentId, paid(), 'lookup')
    await issueWaitingBills(app)
    expect(await messages()).toEqual([
      '1 bill waits for a number, because content/locations.json no longer has "old-hub". Add it with its outlet code.',
    ])
    await move('kausimaa')
    await issueWaitingBills(app)
    expect(await numbersOf(app, bookingId)).toEqual(['TEST-KAU-R-8384-00001'])
    expect(await messages()).toEqual([])
  })

  test('are issued with their notes for a booking that was cancelled and refunded since', async () => {
    app.clock.set(UNKNOWN)
    const { bookingId, paymentId, amount } = await paidOn('2029-07-20')
    const staff = await someStaff(app)
    granted(await endBooking(app, staff, bookingId))
    granted(await refund(app, staff, paymentId, amount))
    app.clock.set(KNOWN)
    await issueWaitingBills(app)
    expect((await billsOf(app, bookingId)).map(({ kind, gross }) => [kind, gross])).toEqual([
      ['receipt', amount],
      ['credit', amount],
    ])
  })

  test('include the note of a refund', async () => {
    app.clock.set(KNOWN)
    const { bookingId, secret, paymentId } = await paidOn('2029-07-20')
    app.clock.set(UNKNOWN)
    granted(await refund(app, await someStaff(app), paymentId, 1_000))
    expect(await billsOf(app, bookingId)).toHaveLength(1)
    expect(granted(await readOwnBills(app, bookingId, secret))).toMatchObject({ waiting: true })
    app.clock.set(KNOWN)
    await issueWaitingBills(app)
    expect((await billsOf(app, bookingId)).map(({ kind }) => kind)).toEqual(['receipt', 'credit'])
  })
})
