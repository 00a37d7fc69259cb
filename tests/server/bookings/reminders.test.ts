import { expect, test } from 'vitest'
import { stopReminders } from '#contract/reminders.ts'
import { remindMembers } from '#server/bookings/membership-reminders.ts'
import { remindCustomers } from '#server/bookings/reminders.ts'
import { getBrand } from '#server/catalogue.ts'
import { openApp } from '#server/open-app.ts'
import { describeOnEachEngine, execute, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { endingIn, member } from '../../support/memberships.ts'
import { bookingRow, dayPass, granted, order, transitionTo } from '../../support/orders.ts'
import { paidBooking, started } from '../../support/payments.ts'
import { call, rejected } from '../../support/requests.ts'
import { moveBooking } from '../../support/staff-actions.ts'
import { staffMember } from '../../support/staff-member.ts'

const EMAIL = 'aarati@example.com'
const SUBJECT = 'Your booking at Dhobighat Hub starts on Thursday, 10 Dec 2026'
/** The first day of `order()` is 10 December. */
const DUE = kathmandu('2026-12-09', '17:00')

const from = (email: string) => ({ contactInfo: { ...order().contactInfo, email } })

const remindersOf = async (app: TestApp) =>
  (await rows(app.db.read, 'emails')).filter(({ subject }) => subject.includes(' starts on '))

/** Runs the job at an instant and returns how many reminders were queued until then. */
async function remindAt(app: TestApp, instant: number): Promise<number> {
  app.clock.set(instant)
  await remindCustomers(app)
  return (await remindersOf(app)).length
}

async function readStopLink(app: TestApp): Promise<{ email: string; token: string }> {
  const [reminder] = await remindersOf(app)
  const [, fragment = ''] = /\/stop-reminders#(\S+)/.exec(reminder?.body ?? '') ?? []
  const link = new URLSearchParams(fragment)
  return { email: link.get('email') ?? '', token: link.get('token') ?? '' }
}

describeOnEachEngine('on %s, the reminder of a booking', (app) => {
  test('is sent once at 17:00 the day before, also after a restart and with two processes', async () => {
    await paidBooking(app, order())
    expect(await remindAt(app, DUE - 60_000)).toBe(0)
    app.clock.set(DUE)
    const other = await openApp(app.env, { now: app.now, log: app.log })
    try {
      await Promise.all([remindCustomers(app), remindCustomers(other), remindCustomers(app)])
      await remindCustomers(other)
    } finally {
      await other.db.close()
    }
    expect(await remindAt(app, kathmandu('2026-12-09', '23:59'))).toBe(1)
    expect(await remindAt(app, kathmandu('2026-12-10', '17:00'))).toBe(1)
    expect(await rows(app.db.read, 'reminders_sent')).toHaveLength(1)
  })

  test('is useful until the end of the first day', async () => {
    await paidBooking(app, order())
    await remindAt(app, DUE)
    expect(await remindersOf(app)).toMatchObject([{ valid_until: '2026-12-10T18:15:00.000Z' }])
  })

  test('says where, when, what is included, how to cancel, and links to the booking', async () => {
    const { bookingId, secret } = await paidBooking(app, dayPass({ startDate: '2026-12-10', guestPasses: 1 }))
    await remindAt(app, DUE)
    const [reminder] = await remindersOf(app)
    expect(reminder).toMatchObject({
      recipient: EMAIL,
      booking_id: bookingId,
      subject: SUBJECT,
      reply_to: getBrand().email,
    })
    for (const text of [
      'Address: Dhobighat Marg, Dhobighat, Lalitpur, Bagmati Province, Nepal',
      'Open: Thu 06:00–22:00',
      'How to get in: Ring at the green gate.',
      'Get directions:\nhttps://www.google.com/maps/',
      'Included:\n\n- A seat\n- Guest',
      'Guest',
      'Free cancellation ended on 9 Dec 2026, 06:00 (Kathmandu time)',
      `/your-booking#${bookingId}.${secret}`,
      'Stop reminders:\n',
    ])
      expect(reminder?.body).toContain(text)
  })

  test('names what this booking includes, with the hours of its location', async () => {
    await paidBooking(app, order({ locationId: 'kausimaa', billing: 'weekly', ...from('week@example.com') }))
    await paidBooking(app, order({ locationId: 'kausimaa', ...from('month@example.com') }))
    await remindAt(app, DUE)
    const bodyOf = async (email: string) =>
      (await remindersOf(app)).find(({ recipient }) => recipient === email)?.body ?? ''
    const week = await bodyOf('week@example.com')
    expect(week).toContain('Included:\n\n- A hot desk\n- 2 meeting-room hours a week\n\n')
    expect(week).toContain('Open: Daily 10:00–18:00')
    expect(week).not.toMatch(/ (AM|PM)\b|per month/)
    expect(await bodyOf('month@example.com')).toContain('- 8 meeting-room hours a month\n')
  })

  test('is not sent when the booking was made or confirmed on that day', async () => {
    app.clock.set(kathmandu('2026-12-08', '23:59'))
    await paidBooking(app, order(from('early@example.com')))
    const { bookingId } = await started(app, order(), 'bank_transfer')
    app.clock.set(kathmandu('2026-12-09', '00:00'))
    await transitionTo(app, bookingId, 'confirmed')
    await paidBooking(app, order())
    await remindAt(app, DUE)
    expect((await remindersOf(app)).map(({ recipient }) => recipient)).toEqual(['early@example.com'])
  })

  test('is not sent for an unpaid or cancelled booking, or one without an email', async () => {
    await started(app, order(), 'bank_transfer')
    const cancelled = await paidBooking(app, order())
    await transitionTo(app, cancelled.bookingId, 'cancelled')
    const nameless = await paidBooking(app, order())
    await execute(app, (db) => db.updateTable('bookings').set({ email: '' }).where('id', '=', nameless.bookingId))
    expect(await remindAt(app, DUE)).toBe(0)
    expect(await rows(app.db.read, 'reminders_sent')).toEqual([])
  })

  test('is not sent for a renewal, which continues a visit', async () => {
    const renewal = await paidBooking(app, order())
    const renews = { renews: 'a-membership' }
    await execute(app, (db) => db.updateTable('bookings').set(renews).where('id', '=', renewal.bookingId))
    expect(await remindAt(app, DUE)).toBe(0)
  })

  test('follows a moved booking to its new first day', async () => {
    const manager = await staffMember(app, 'manager')
    const { bookingId } = await paidBooking(app, order())
    granted(await moveBooking(app, manager, bookingId, '2026-12-14'))
    expect(await remindAt(app, DUE)).toBe(0)
    expect(await remindAt(app, kathmandu('2026-12-13', '17:00'))).toBe(1)
    granted(await moveBooking(app, manager, bookingId, '2026-12-16'))
    expect(await remindAt(app, kathmandu('2026-12-15', '18:00'))).toBe(2)
    expect((await bookingRow(app, bookingId)).start_date).toBe('2026-12-16')
  })

  test('is not sent to an address that stopped reminders, in any case', async () => {
    await paidBooking(app, order())
    await paidBooking(app, order(from('AARATI@Example.com')))
    await paidBooking(app, order(from('other@example.com')))
    await execute(app, (db) =>
      db.insertInto('reminder_stops').values({ email: EMAIL, created_at: '2026-12-01T00:00:00.000Z' as never }),
    )
    await remindAt(app, DUE)
    expect((await remindersOf(app)).map(({ recipient }) => recipient)).toEqual(['other@example.com'])
  })
})

describeOnEachEngine('on %s, the link that stops reminders', (app) => {
  test('stops those of bookings and memberships, however often it is used', async () => {
    await paidBooking(app, order())
    await remindAt(app, DUE)
    const link = await readStopLink(app)
    expect(link.email).toBe(EMAIL)
    for (let at = 0; at < 2; at++) expect(await call(stopReminders, { body: link })).toEqual({ stopped: true })
    expect(await rows(app.db.read, 'reminder_stops')).toMatchObject([{ email: EMAIL }])

    await paidBooking(app, order({ startDate: '2026-12-12' }))
    expect(await remindAt(app, kathmandu('2026-12-11', '17:00'))).toBe(1)
    await member(app, { startDate: '2026-12-20' }, endingIn(app, 3))
    await remindMembers(app)
    const subjects = (await rows(app.db.read, 'emails')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your membership'))).toEqual([])
  })

  test('is in the reminder of a membership', async () => {
    await member(app, {}, endingIn(app, 3))
    await remindMembers(app)
    const reminder = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Your membership'))
    expect(reminder?.body).toMatch(/Stop reminders:\n\S+\/stop-reminders#email=aarati%40example.com&token=\S+/)
  })

  test('is refused with a wrong token, and with the token of another address', async () => {
    await paidBooking(app, order())
    await remindAt(app, DUE)
    const { token } = await readStopLink(app)
    for (const body of [
      { email: EMAIL, token: 'wrong' },
      { email: EMAIL, token: '' },
      { email: 'other@example.com', token },
    ])
      await rejected('not_found', stopReminders, { body })
    expect(await rows(app.db.read, 'reminder_stops')).toEqual([])
  })
})
