import { describe, expect, test } from 'vitest'
import { readOwnCalendar } from '#server/bookings/calendar.ts'
import { remindCustomers } from '#server/bookings/reminders.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { settle } from '#server/payments/settlement.ts'
import { remindTourVisitors } from '#server/tours/reminders.ts'
import { describeOnEachEngine, execute, kathmandu, rows } from '../../support/app.ts'
import { parseCalendar } from '../../support/calendar.ts'
import { closed } from '../../support/closures.ts'
import { moveOwn, openedChange, paidAt, payChange } from '../../support/moves.ts'
import { dayPass, granted, newKey, order, PRICE, placed } from '../../support/orders.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { bookedTour } from '../../support/tours.ts'

const SHORT = { open: '10:00', close: '16:00' }
const CLOSED = 'Closed: 17 Dec – 18 Dec 2026 (Udhauli), 25 Dec 2026 (Christmas)'
const OTHER_HOURS = 'Other hours: 20 Dec 2026 10:00–16:00 (Election)'
const DAY_BEFORE = kathmandu('2026-12-09', '18:00')

describeOnEachEngine('on %s', (app) => {
  const emailsAbout = async (subject: string) =>
    (await rows(app.db.read, 'emails')).filter((sent) => sent.subject.startsWith(subject))
  const emailAbout = async (subject: string) => {
    const [email, other] = await emailsAbout(subject)
    if (!email || other) throw new Error(`not one email ${subject}`)
    return email
  }
  const bodyOf = async (subject: string) => (await emailAbout(subject)).body
  const closeDays = async () => {
    await closed(app, { from: '2026-12-17', to: '2026-12-18', reason: 'Udhauli' })
    await closed(app, { from: '2026-12-20', reason: 'Election', hours: SHORT })
    await closed(app, { from: '2026-12-25', reason: 'Christmas' })
    await closed(app, { from: '2027-01-30', reason: 'Another month' })
  }

  describe('the closed days of a month, and its other hours, are in', () => {
    const expectDays = async (subject: string, count = 1) => {
      const emails = await emailsAbout(subject)
      expect(emails).toHaveLength(count)
      for (const { body } of emails) {
        for (const text of [CLOSED, OTHER_HOURS, 'Open: Mon–Fri 06:00–22:00, Sat–Sun 08:00–20:00'])
          expect(body).toContain(text)
        expect(body).not.toContain('Another month')
      }
    }

    test('the confirmation, and its calendar', async () => {
      await closeDays()
      const { bookingId, secret } = await paidBooking(app)
      await expectDays('Booking confirmed')
      const { event } = parseCalendar(granted(await readOwnCalendar(app, bookingId, secret)))
      expect(event.description).toContain(CLOSED)
      await closed(app, { from: '2026-12-28', reason: 'Painting' })
      const changed = parseCalendar(granted(await readOwnCalendar(app, bookingId, secret))).event
      expect(changed.description).toContain('28 Dec 2026 (Painting)')
      expect(changed.sequence).toBe(event.sequence + 1)
    })

    test('the emails about moves', async () => {
      await closeDays()
      const [own, dearer] = [await paidBooking(app), await paidAt(app, PRICE - 10_000)]
      granted(await moveOwn(app, own, '2026-12-11'))
      const { changeId } = await openedChange(app, dearer, '2026-12-11')
      const { paymentId, amount } = granted(await payChange(app, dearer, changeId))
      await settle(app, paymentId, paid(amount), 'lookup')
      await expectDays('You have moved your booking', 2)
      granted(await moveBooking(app, await someStaff(app), own.bookingId, '2026-12-12'))
      await expectDays('Your booking has new dates')
    })

    test('the payment link', async () => {
      await closeDays()
      const { bookingId } = await placed(app)
      granted(await createPaymentLink(app, await someStaff(app), bookingId, { delivery: 'email' }, newKey()))
      await expectDays('Complete your payment')
    })

    test('the reminder, which names a closed first day', async () => {
      await paidBooking(app)
      await closeDays()
      await closed(app, { from: '2026-12-10', locationId: 'dhobighat-hub', reason: 'Painting' })
      app.clock.set(DAY_BEFORE)
      await remindCustomers(app)
      const body = await bodyOf('Your booking at Dhobighat Hub starts on Thursday, 10 Dec 2026')
      expect(body).toContain('Closed: 10 Dec 2026 (Painting), 17 Dec – 18 Dec 2026 (Udhauli)')
      expect(body).toContain('We are closed on this day (Painting).')
      expect(body).not.toContain('We look forward')
    })
  })

  test('a day pass has the other hours of its day in its emails and its calendar', async () => {
    await closed(app, { from: '2026-12-10', hours: SHORT })
    const { bookingId, secret } = await paidBooking(app, dayPass())
    expect(await bodyOf('Booking confirmed')).toContain('Open: Thu 10:00–16:00')
    expect(await bodyOf('Booking confirmed')).not.toContain('Other hours')
    for (const file of [
      granted(await readOwnCalendar(app, bookingId, secret)),
      (await emailAbout('Booking confirmed')).calendar ?? '',
    ]) {
      const { event } = parseCalendar(file)
      expect([event.startDate.toString(), event.endDate.toString()]).toEqual([
        '2026-12-10T04:15:00Z',
        '2026-12-10T10:15:00Z',
      ])
    }
    app.clock.set(DAY_BEFORE)
    await remindCustomers(app)
    expect(await bodyOf('Your booking at')).toContain('Open: Thu 10:00–16:00')
  })

  test('a day pass that is confirmed for a closed day says so, and what its customer can do', async () => {
    const { paymentId, amount } = await started(app, dayPass())
    await closed(app, { from: '2026-12-10', reason: 'Udhauli' })
    await settle(app, paymentId, paid(amount), 'lookup')
    const body = await bodyOf('Booking confirmed')
    expect(body).toContain(
      'We are closed on this day (Udhauli). On the page of your booking you can move it for free, or cancel it and get everything back.',
    )
    expect(body).toContain('Closed: 10 Dec 2026 (Udhauli)')
    expect(body).not.toContain('Open:')
    expect(body).not.toContain('If you cannot come')
  })

  describe('no reminder is sent', () => {
    const remind = async () => {
      app.clock.set(DAY_BEFORE)
      await remindCustomers(app)
      await remindTourVisitors(app)
      const subjects = (await rows(app.db.read, 'emails')).map(({ subject }) => subject)
      return subjects.filter((subject) => / starts on |^Your tour on /.test(subject))
    }

    test('of a day pass for a closed day, until it is open again', async () => {
      await paidBooking(app, dayPass())
      await closed(app, { from: '2026-12-10' })
      expect(await remind()).toEqual([])
      expect(await rows(app.db.read, 'reminders_sent')).toEqual([])
      await execute(app, (db) => db.deleteFrom('closures'))
      expect(await remind()).toHaveLength(1)
    })

    test('of a tour on a closed day, at its location only', async () => {
      await bookedTour(app, { locationId: 'dhobighat-hub', email: 'closed@example.com' })
      await bookedTour(app)
      await closed(app, { from: '2026-12-10', locationId: 'dhobighat-hub' })
      expect(await remind()).toEqual(['Your tour on 10 Dec 2026 at 10:30: Kausimaa'])
    })
  })

  test('a month without closures has neither in its emails', async () => {
    await paidBooking(app, order())
    expect(await bodyOf('Booking confirmed')).not.toMatch(/Closed:|Other hours:/)
  })
})
