import { expect, test } from 'vitest'
import {
  cancelTourByStaff,
  moveTourByStaff,
  readTourByStaff,
  recordTourOutcome,
  replaceTourLink,
} from '#contract/admin/tours.ts'
import type { FailureCode } from '#contract/failure.ts'
import { cancelTour, moveTour, readTour } from '#contract/tours.ts'
import type { Role } from '#domain/staff.ts'
import { auditEntries, describeOnEachEngine, emailsTo, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { newKey } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, rejected, type Sent, send, withKey } from '../../support/requests.ts'
import { signedInBrowser } from '../../support/staff-accounts.ts'
import { staffMember } from '../../support/staff-member.ts'
import { bookedTour, requestTour, type TourInput, tourRow } from '../../support/tours.ts'

const NISHA = 'nisha@example.com'
const THE_11TH = { date: '2026-12-11', time: '11:00' }

const staffAt = async (app: TestApp, location: string, role: Role = 'desk') => {
  const { email } = await staffMember(app, role, [location])
  return { email, sent: (await signedInBrowser(app, email)).sent }
}

/** A tour of Kausimaa on 10 December at 10:30, and its front desk. */
async function deskAndTour(app: TestApp, changes: Partial<TourInput> = {}) {
  const { email, sent } = await staffAt(app, 'kausimaa')
  const { tourId: id, secret } = await bookedTour(app, changes)
  const own: Sent = { ...sent, id }
  return { email, id, secret, sent: own, with: (body: object): Sent => ({ ...own, body }) }
}

const newestEmail = async (app: TestApp) => (await rows(app.db.read, 'emails')).at(-1)

describeOnEachEngine('the tour of a visitor, changed by the front desk on %s', (app) => {
  test('moves to a free time, with an email, a calendar update and an entry in the audit log', async () => {
    const desk = await deskAndTour(app)
    const moved = await call(moveTourByStaff, desk.with({ version: 1, ...THE_11TH }))
    expect(moved).toMatchObject({ ...THE_11TH, version: 2, state: 'booked' })
    expect(await newestEmail(app)).toMatchObject({
      recipient: NISHA,
      subject: 'Your tour has a new time: Kausimaa, 11 Dec 2026, 11:00',
      body: expect.stringContaining('We have moved your free tour to the time below.'),
      calendar_method: 'PUBLISH',
      calendar: expect.stringContaining('DTSTART:20261211T051500Z'),
    })
    expect((await newestEmail(app))?.calendar).toContain('SEQUENCE:2')
    expect((await auditEntries(app)).at(-1)).toMatchObject({
      action: 'tour_moved',
      actor: desk.email,
      label: desk.id,
      before: '{"day":"2026-12-10","time":"10:30"}',
      after: '{"day":"2026-12-11","time":"11:00"}',
    })
    expect((await rows(app.db.read, 'staff_events')).at(-1)).toMatchObject({ kind: 'tour_update', subject_id: desk.id })
  })

  test('does not move to a full time, outside the tour hours or into the past', async () => {
    const desk = await deskAndTour(app)
    for (const _ of [1, 2]) await bookedTour(app, THE_11TH)
    await rejected('sold_out', moveTourByStaff, desk.with({ version: 1, ...THE_11TH }))
    await rejected('invalid', moveTourByStaff, desk.with({ version: 1, date: '2026-12-11', time: '06:00' }))
    await rejected('invalid', moveTourByStaff, desk.with({ version: 1, date: '2026-11-30', time: '11:00' }))
    expect(await tourRow(app, desk.id)).toMatchObject({ day: '2026-12-10', time: '10:30', version: 1 })
  })

  test('takes the last place once, of several moves and bookings at the same time', async () => {
    const { sent } = await staffAt(app, 'kausimaa', 'manager')
    await bookedTour(app, THE_11TH)
    const ids = await atOnce(3, async () => (await bookedTour(app, { time: '12:00', date: newDay() })).tourId)
    const moves = ids.map((id) => send(moveTourByStaff, { ...sent, id, body: { version: 1, ...THE_11TH } }))
    const bookings = [requestTour(app, THE_11TH), requestTour(app, THE_11TH)]
    const done = [
      ...(await Promise.all(moves)).map(({ status }) => status === 200),
      ...(await Promise.all(bookings)).map(({ ok }) => ok),
    ]
    expect(done.filter(Boolean)).toHaveLength(1)
  })

  test('is cancelled, which frees its place and removes it from the calendar', async () => {
    const desk = await deskAndTour(app)
    await bookedTour(app)
    expect(await call(cancelTourByStaff, desk.with({ version: 1 }))).toMatchObject({ state: 'cancelled', version: 2 })
    expect(await newestEmail(app)).toMatchObject({
      subject: 'Tour cancelled: Kausimaa, 10 Dec 2026, 10:30',
      body: expect.stringContaining('We have cancelled your free tour.'),
      calendar_method: 'CANCEL',
    })
    expect((await auditEntries(app)).at(-1)).toMatchObject({
      action: 'tour_cancelled',
      actor: desk.email,
      before: '{"state":"booked"}',
      after: '{"state":"cancelled"}',
    })
    await bookedTour(app)
  })

  test('is moved and cancelled without an email where the visitor gave only a phone', async () => {
    const desk = await deskAndTour(app, { email: '' })
    await call(moveTourByStaff, desk.with({ version: 1, ...THE_11TH }))
    await call(replaceTourLink, withKey({ version: 2 }, desk.sent))
    await call(cancelTourByStaff, desk.with({ version: 3 }))
    expect(await rows(app.db.read, 'emails')).toEqual([])
  })

  /** Every change of the tour's version is rejected with this code. */
  async function expectRejections(code: FailureCode, version: number, sent: Sent) {
    await rejected(code, moveTourByStaff, { ...sent, body: { version, ...THE_11TH } })
    await rejected(code, cancelTourByStaff, { ...sent, body: { version } })
    await rejected(code, replaceTourLink, withKey({ version }, sent))
  }

  test('is neither read nor changed from another location', async () => {
    const { id, sent } = await deskAndTour(app)
    const elsewhere = { ...(await staffAt(app, 'dhobighat-hub')).sent, id }
    for (const wrong of [elsewhere, { ...sent, id: 'TR-1764561600000-ABCD' }]) {
      await expectRejections('not_found', 1, wrong)
      await rejected('not_found', readTourByStaff, wrong)
    }
    expect(await tourRow(app, id)).toMatchObject({ version: 1 })
  })

  test('is not changed with an earlier version, and the response has the current one', async () => {
    const desk = await deskAndTour(app)
    await call(moveTourByStaff, desk.with({ version: 1, ...THE_11TH }))
    await expectRejections('changed_meanwhile', 1, desk.sent)
    const { body } = await send(cancelTourByStaff, desk.with({ version: 1 }))
    expect(body).toMatchObject({ error: { current: { tourId: desk.id, version: 2, ...THE_11TH } } })
    expect(await emailsTo(app, NISHA)).toHaveLength(2)
  })

  test('is not changed once it has started, or after a cancellation', async () => {
    const desk = await deskAndTour(app, { date: '2026-12-01', time: '11:00' })
    const cancelled = await bookedTour(app)
    await call(cancelTourByStaff, { ...desk.sent, id: cancelled.tourId, body: { version: 1 } })
    await expectRejections('wrong_state', 2, { ...desk.sent, id: cancelled.tourId })
    app.clock.set(kathmandu('2026-12-01', '11:00'))
    await expectRejections('wrong_state', 1, desk.sent)
    await call(recordTourOutcome, desk.with({ version: 1, outcome: 'came' }))
    await expectRejections('wrong_state', 2, desk.sent)
  })

  test('gets another link by email, which ends the earlier ones, once for each key', async () => {
    const desk = await deskAndTour(app)
    const own = { id: desk.id, secret: desk.secret }
    const sent = withKey({ version: 1 }, desk.sent)
    const replaced = await call(replaceTourLink, sent)
    expect(replaced).toMatchObject({ version: 2 })
    expect(JSON.stringify(replaced)).not.toContain('secret')
    expect(await call(replaceTourLink, sent)).toEqual(replaced)
    expect(await emailsTo(app, NISHA)).toEqual([
      'Tour booked: Kausimaa, 10 Dec 2026, 10:30',
      'New link to your tour: Kausimaa, 10 Dec 2026, 10:30',
    ])
    await rejected('not_found', readTour, own)
    await rejected('not_found', moveTour, withKey(THE_11TH, own))
    await rejected('not_found', cancelTour, withKey({}, own))
    const emails = (await rows(app.db.read, 'emails')).map(({ body, html }) => `${body}${html}`)
    const secrets = emails.map((text) => /\/your-booking#[^.]+\.([\w-]+)/.exec(text)?.[1] ?? '')
    // The confirmation was not sent yet, so its link was replaced too.
    expect(new Set(secrets).size).toBe(1)
    expect(await call(readTour, { id: desk.id, secret: secrets[0] ?? '' })).toMatchObject({ canChange: true })
    expect((await auditEntries(app)).at(-1)).toMatchObject({
      action: 'tour_link_reissued',
      actor: desk.email,
      before: null,
      after: null,
    })
    await rejected('idempotency_mismatch', replaceTourLink, { ...sent, body: { version: 2 } })
    await rejected('idempotency_missing', replaceTourLink, desk.with({ version: 2 }))
  })

  test('keeps the new link from the repeated request that booked it', async () => {
    const key = newKey()
    const first = await requestTour(app, {}, key)
    if (!first.ok) throw new Error(first.failure.code)
    const { sent } = await staffAt(app, 'kausimaa')
    await call(replaceTourLink, withKey({ version: 1 }, { ...sent, id: first.value.tourId }))
    const repeated = await requestTour(app, {}, key)
    expect(repeated).toEqual(first)
    await rejected('not_found', readTour, { id: first.value.tourId, secret: first.value.secret })
  })

  test('is read by its reference, also on a past day', async () => {
    const desk = await deskAndTour(app)
    app.clock.set(kathmandu('2026-12-20', '09:00'))
    const { sent } = await staffAt(app, 'kausimaa')
    expect(await call(readTourByStaff, { ...sent, id: desk.id })).toMatchObject({ tourId: desk.id, date: '2026-12-10' })
  })
})

let lastDay = 11
/** Each on another day. */
const newDay = (): string => `2026-12-${++lastDay}`
