import { expect, test } from 'vitest'
import { npr, ZERO } from '#domain/money.ts'
import { remindMembers } from '#server/bookings/membership-reminders.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { describeOnEachEngine, emailsTo, execute, HOUR, rows } from '../../support/app.ts'
import { endingIn, member } from '../../support/memberships.ts'
import { dayPass, granted, placed, setCapacity, transitionTo } from '../../support/orders.ts'
import { edit } from '../../support/prices.ts'
import { paidRenewal, placedRenewal, secretOf } from '../../support/renewals.ts'
import { staffMember } from '../../support/staff-member.ts'

describeOnEachEngine('the reminders of memberships on %s', (app) => {
  const reminder = async () =>
    (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Your membership'))

  test('name the next period with its price, its end and what happens without a renewal', async () => {
    const { id, booking_id } = await member(app, { addOns: ['mail-handling'] })
    app.clock.set(Date.parse('2027-01-07T10:00:00+05:45'))
    await remindMembers(app)
    const email = await reminder()
    const offer = granted(await readBooking(app, booking_id, await secretOf(app, booking_id))).actions.renew
    expect(email?.body).toContain(`10 Jan – 9 Feb 2027, costs ${npr(offer?.amount ?? ZERO)}.`)
    expect(email?.body).toContain('You can renew until 10 Jan 2027. Your seat is kept until 9 Jan 2027;')
    expect(email?.body).toContain('If you do nothing, your membership ends on 9 Jan 2027.')
    expect(email?.body).toContain('Nothing is renewed or charged automatically.')
    // The named day is the last one.
    app.clock.set(Date.parse('2027-01-10T10:00:00+05:45'))
    await paidRenewal(app, { id, booking_id })
  })

  test('mention the wish to renew without another notice', async () => {
    await member(app, {}, { ...endingIn(app, 14), auto_renew: 1 })
    await remindMembers(app)
    expect((await reminder())?.body).toMatch(/You asked to renew it\. To continue, .* renew and pay\./)
    expect((await reminder())?.body).not.toContain('notice')
  })

  test('offer help instead of a renewal when the plan is no longer sold or the location is full', async () => {
    await member(app, { billing: 'weekly' }, endingIn(app, 3, 7))
    await edit(app, await staffMember(app), { 'dhobighat-hub/professional/weekly': null })
    await remindMembers(app)
    expect((await reminder())?.body).toContain('It cannot be renewed online. Reply to this email')
    await app.empty()
    await member(app, {}, endingIn(app, 3))
    setCapacity(app, 1)
    await placed(app, dayPass({ startDate: '2026-12-08' }))
    await remindMembers(app)
    expect((await reminder())?.body).toContain('every seat is taken on some days of the next month')
    expect((await reminder())?.body).not.toContain('Renew the membership')
  })

  test('are reminded by their own end, not by the length of all periods', async () => {
    const weekly = { billing: 'weekly' } as const
    const membership = await member(app, { ...weekly, startDate: '2026-12-01' })
    for (let week = 0; week < 4; week++) await paidRenewal(app, membership, weekly)
    const subjects = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))
    // 2027-01-05 is the end, seven days later.
    app.clock.set(Date.parse('2026-12-29T10:00:00+05:45'))
    await remindMembers(app)
    expect(await subjects()).toEqual([])
    app.clock.advance(4 * 24 * HOUR)
    await remindMembers(app)
    expect(await subjects()).toHaveLength(1)
    const email = (await rows(app.db.read, 'emails')).find(({ subject }) => subject.startsWith('Your membership'))
    const latest = (await rows(app.db.read, 'bookings')).toSorted((one, other) =>
      one.start_date < other.start_date ? 1 : -1,
    )[0]
    expect(email?.body).toContain(`/your-booking#${latest?.id}.`)
  })

  test('that wait for payment delay the reminder', async () => {
    const membership = await member(app)
    await execute(app, (db) => db.updateTable('memberships').set(endingIn(app, 3)))
    const { bookingId } = await placedRenewal(app, membership)
    const reminders = async () =>
      (await emailsTo(app, 'aarati@example.com')).filter((subject) => subject.startsWith('Your membership'))
    await remindMembers(app)
    expect(await reminders()).toEqual([])
    await transitionTo(app, bookingId, 'expired')
    await remindMembers(app)
    expect(await reminders()).toHaveLength(1)
  })
})
