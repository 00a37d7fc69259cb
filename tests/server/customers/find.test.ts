import { expect, test } from 'vitest'
import { findBooking } from '#contract/bookings.ts'
import { paisa } from '#domain/money.ts'
import { answerLinkRequests } from '#server/customers/find.ts'
import { describeOnEachEngine, emailsTo, execute, HOUR, kathmandu, rows, type TestApp } from '../../support/app.ts'
import { bookingRow, dayPass, order, placed, transitionTo } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { call, form, newAddress, rejected, send } from '../../support/requests.ts'
import { bookedTour } from '../../support/tours.ts'

const EMAIL = 'aarati@example.com'
const ONE = 'The link of your booking'

const from = (email: string) => ({ contactInfo: { ...order().contactInfo, email } })

/** Requests links and returns the emails that the job has sent since. */
async function request(app: TestApp, body: object, address = newAddress()) {
  const before = await rows(app.db.read, 'emails')
  expect(await call(findBooking, { body, address })).toEqual({})
  await answerLinkRequests(app)
  expect(await rows(app.db.read, 'link_requests')).toEqual([])
  const known = new Set(before.map(({ id }) => id))
  return (await rows(app.db.read, 'emails')).filter(({ id }) => !known.has(id))
}

describeOnEachEngine('on %s, a request for links', (app) => {
  test('answers alike whether or not it matches', async () => {
    const { bookingId } = await placed(app)
    const responses = []
    for (const body of [
      { email: EMAIL },
      { reference: bookingId },
      { email: 'stranger@example.com' },
      { reference: 'BK-1796282100000-XXXX' },
      { reference: 'no reference' },
      { email: 'no address' },
    ]) {
      const { status, headers, body: content } = await send(findBooking, { body })
      responses.push(JSON.stringify([status, [...headers], content]))
    }
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^\[202,.*,\{\}\]$/)
    // The response never waits for the search: nothing is sent before the job has run.
    expect(await emailsTo(app, EMAIL)).toEqual([])
    expect(await rows(app.db.read, 'link_requests')).toHaveLength(6)
  })

  test('emails the links of all current bookings, by email in any case and by reference', async () => {
    const first = await placed(app, order())
    const second = await placed(app, dayPass({ startDate: '2026-12-08' }))
    await placed(app, order(from('other@example.com')))
    for (const body of [{ email: ' AARATI@example.com ' }, { reference: second.bookingId.toLowerCase() }]) {
      const [email, ...others] = await request(app, body)
      expect(others).toEqual([])
      expect(email).toMatchObject({ recipient: EMAIL, subject: 'The links of your bookings' })
      expect(email?.body.match(/\/your-booking#\S+/g)).toEqual([
        `/your-booking#${second.bookingId}.${second.secret}`,
        `/your-booking#${first.bookingId}.${first.secret}`,
      ])
    }
  })

  test('finds tours that are still to come, by email and by reference', async () => {
    const { tourId, secret } = await bookedTour(app, { email: EMAIL })
    for (const body of [{ email: EMAIL }, { reference: tourId }]) {
      const [email] = await request(app, body)
      expect(email).toMatchObject({ recipient: EMAIL, subject: 'The link of your tour' })
      expect(email?.body).toContain(`/your-booking#${tourId}.${secret}`)
    }
    await placed(app)
    app.clock.advance(2 * HOUR)
    const [email] = await request(app, { reference: tourId })
    expect(email?.body.match(/\/your-booking#(BK|TR)/g)).toEqual(['/your-booking#BK', '/your-booking#TR'])
    expect(email?.subject).toBe('The links of your booking and tour')
    // All links look alike.
    expect(email?.html?.match(/<li[^>]*><a [^>]*>(BK|TR)-/g)).toHaveLength(2)
    expect(email?.html).not.toContain('class="button"')
    await execute(app, (db) => db.updateTable('tours').set({ state: 'cancelled' }))
    app.clock.advance(HOUR)
    expect(await request(app, { reference: tourId })).toMatchObject([{ subject: ONE }])
  })

  test('finds bookings whose refund is due, and none that have ended', async () => {
    const ended = await placed(app, dayPass())
    await transitionTo(app, ended.bookingId, 'expired')
    expect(await request(app, { email: EMAIL })).toEqual([])
    const over = await paidBooking(app, dayPass({ startDate: '2026-12-02' }))
    expect(await request(app, { reference: over.bookingId })).toMatchObject([{ subject: ONE }])
    app.clock.set(kathmandu('2026-12-03', '00:01'))
    expect(await request(app, { reference: over.bookingId })).toEqual([])
    await execute(app, (db) =>
      db
        .updateTable('payments')
        .set({ refund_due: paisa(1) })
        .where('id', '=', over.paymentId),
    )
    expect(await request(app, { reference: over.bookingId })).toMatchObject([{ subject: ONE }])
  })

  test('ignores a booking without an email address', async () => {
    const { bookingId } = await placed(app)
    await execute(app, (db) => db.updateTable('bookings').set({ email: '' }).where('id', '=', bookingId))
    expect((await bookingRow(app, bookingId)).email).toBe('')
    expect(await request(app, { reference: bookingId })).toEqual([])
  })

  test('mails at most 3 an hour per address, by email and by reference together', async () => {
    const { bookingId } = await placed(app)
    const bodies = [{ email: EMAIL }, { email: EMAIL.toUpperCase() }, { reference: bookingId }, { email: EMAIL }]
    const sent: number[] = []
    // One every five minutes for three hours.
    for (let at = 0; at < 36; at++) {
      const emails = await request(app, bodies[at % bodies.length] ?? {})
      if (emails.length > 0) sent.push(at)
      app.clock.advance(HOUR / 12)
    }
    expect(sent.slice(0, 3)).toEqual([0, 1, 13])
    for (const start of sent) expect(sent.filter((at) => at >= start && at < start + 12).length).toBeLessThanOrEqual(3)
  })

  test('is answered once by two processes', async () => {
    await placed(app)
    await call(findBooking, { body: { email: EMAIL } })
    await Promise.all([answerLinkRequests(app), answerLinkRequests(app)])
    expect(await emailsTo(app, EMAIL)).toEqual([ONE])
  })

  test('answers alike above 20 an hour from one network, and stores no more', async () => {
    const address = newAddress()
    for (let count = 0; count < 21; count++)
      expect(await call(findBooking, { body: { reference: `BK-${count}` }, address })).toEqual({})
    expect(await rows(app.db.read, 'link_requests')).toHaveLength(20)
  })

  test('is rejected with neither or both', async () => {
    for (const body of [{}, { reference: ' ' }, { reference: 'BK-1', email: EMAIL }])
      expect(await rejected('invalid', findBooking, { body })).toMatchObject({
        fields: { reference: 'Enter your booking reference or your email address' },
      })
    expect(await rows(app.db.read, 'link_requests')).toEqual([])
  })

  test('as a form without script has one field for both and redirects to a page', async () => {
    for (const [reference, page] of [
      [EMAIL, '/your-booking/sent'],
      ['BK-1', '/your-booking/sent'],
      ['', '/your-booking/unsent#invalid'],
    ] as const) {
      const { status, headers } = await send(findBooking, form({ reference }))
      expect([status, headers.get('location')]).toEqual([303, page])
    }
    expect((await rows(app.db.read, 'link_requests')).map(({ kind }) => kind).toSorted()).toEqual([
      'email',
      'reference',
    ])
  })
})
