import { describe, expect, test } from 'vitest'
import { type Outcome, succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { instant } from '#server/db/schema.ts'
import { addNote, resendConfirmationEmail } from '#server/desk/booking-edits.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { HOUR, MINUTE, rows, type TestApp, untouched, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, newKey, order, placed, refusalOf } from '../support/orders.ts'
import { started } from '../support/payments.ts'
import { staffMember } from '../support/staff-member.ts'

const AT_ONCE = 20
const TRIES_OF_THE_CARELESS = 5

describe.each(ENGINES)('the key of a press, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const held = async () => (await placed(app, order({ startDate: '2027-03-10' }))).bookingId
  async function paid() {
    const { bookingId, paymentId, amount } = await started(app)
    await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: newKey() }, 'lookup')
    // Long enough after its own confirmation.
    app.clock.advance(2 * MINUTE)
    return bookingId
  }
  /** What each of them does: to which booking, and what it leaves there. */
  const ACTS: readonly [
    string,
    () => Promise<string>,
    (staff: Staff, id: string, key: string) => Promise<Outcome<unknown>>,
    string,
  ][] = [
    ['a note', held, (staff, id, key) => addNote(app, staff, id, { body: 'Has called' }, key), 'booking_noted'],
    [
      'a confirmation sent again',
      paid,
      (staff, id, key) => resendConfirmationEmail(app, staff, id, key),
      'confirmation_resent',
    ],
    [
      'a mailed link',
      held,
      (staff, id, key) => createPaymentLink(app, staff, id, { by: 'mail' }, key),
      'payment_link_sent',
    ],
  ]
  /** What is added: the deeds of an action, the notes and the mails. */
  const traces = async (action: string) => ({
    deeds: (await rows(app.db.read, 'audit')).filter((deed) => deed.action === action).length,
    notes: (await rows(app.db.read, 'booking_notes')).length,
    mails: (await rows(app.db.read, 'mails')).length,
  })
  const version = async (id: string) => (await bookingRow(app, id)).version

  describe.each(ACTS)('of %s', (_, begin, press, action) => {
    test('that came again does nothing more, however late and whatever the booking is by then', async () => {
      const staff = await staffMember(app)
      const [id, key] = [await begin(), newKey()]
      const before = await traces(action)
      const first = granted(await press(staff, id, key))
      const after = await traces(action)
      expect(after.deeds).toBe(before.deeds + 1)
      expect(after.notes + after.mails).toBe(before.notes + before.mails + 1)
      app.clock.advance(HOUR)
      await untouched(app, async () => expect(granted(await press(staff, id, key))).toEqual(first))
      granted(await cancel(app, staff, id, { version: await version(id), reason: 'They called' }))
      await untouched(app, async () => granted(await press(staff, id, key)))
    })

    test('anew does it once more', async () => {
      const staff = await staffMember(app)
      const id = await begin()
      const before = await traces(action)
      for (const key of [newKey(), newKey()]) {
        granted(await press(staff, id, key))
        app.clock.advance(2 * MINUTE)
      }
      expect((await traces(action)).deeds).toBe(before.deeds + 2)
    })

    test(`pressed ${AT_ONCE} times at once does it once, and all are answered alike`, async () => {
      const staff = await staffMember(app)
      const [id, key] = [await begin(), newKey()]
      const before = await traces(action)
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => press(staff, id, key)))
      expect(new Set(answers.map((answer) => JSON.stringify(granted(answer)))).size).toBe(1)
      const after = await traces(action)
      expect(after.deeds).toBe(before.deeds + 1)
      expect(after.notes + after.mails).toBe(before.notes + before.mails + 1)
    })

    test('is for one booking alone, of two pressed at once as well', async () => {
      const staff = await staffMember(app)
      for (let round = 0; round < 5; round++) {
        const [one, other, key] = [await begin(), await begin(), newKey()]
        const before = await traces(action)
        const answers = await Promise.all([press(staff, one, key), press(staff, other, key)])
        const codes = answers.map((answer) => (answer.ok ? 'done' : answer.failure.code))
        expect(codes.toSorted()).toEqual(['done', 'idempotency_mismatch'])
        expect((await traces(action)).deeds).toBe(before.deeds + 1)
      }
    })
  })

  test('is refused for another text, another way and another act, and nothing is done', async () => {
    const staff = await staffMember(app)
    const [id, noted, copied] = [await held(), newKey(), newKey()]
    granted(await addNote(app, staff, id, { body: 'Has called' }, noted))
    granted(await createPaymentLink(app, staff, id, { by: 'copy' }, copied))
    await untouched(app, async () => {
      for (const outcome of [
        await addNote(app, staff, id, { body: 'Has called twice' }, noted),
        await createPaymentLink(app, staff, id, { by: 'mail' }, copied),
        await createPaymentLink(app, staff, id, { by: 'copy' }, noted),
        await resendConfirmationEmail(app, staff, id, copied),
      ])
        expect(refusalOf(outcome).code).toBe('idempotency_mismatch')
    })
  })

  test('is not used up by a refusal', async () => {
    const staff = await staffMember(app)
    const { bookingId, paymentId, amount } = await started(app)
    const key = newKey()
    await untouched(app, async () =>
      expect(refusalOf(await resendConfirmationEmail(app, staff, bookingId, key)).code).toBe('wrong_state'),
    )
    await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: 'R' }, 'lookup')
    app.clock.advance(2 * MINUTE)
    granted(await resendConfirmationEmail(app, staff, bookingId, key))
    expect((await traces('confirmation_resent')).deeds).toBe(1)
  })

  test('tells staff of another location nothing', async () => {
    const [staff, other] = [await staffMember(app), await staffMember(app, 'desk', ['kausimaa'])]
    const [id, key] = [await held(), newKey()]
    granted(await addNote(app, staff, id, { body: 'Has called' }, key))
    expect(refusalOf(await addNote(app, other, id, { body: 'Has called' }, key)).code).toBe('not_found')
  })

  /** A race test that never failed proves nothing: who looks for the key and then writes, writes more than once. */
  test('that is only looked for lets the same press through more than once', async () => {
    const id = await held()
    const careless = async (key: string) => {
      const known = await app.db.read.selectFrom('act_keys').select('key').where('key', '=', key).executeTakeFirst()
      if (known) return
      const note = { id: newKey(), booking_id: id, author: 'x', body: 'Has called', created_at: instant(app.now()) }
      await app.db.write(async (db) => {
        const pressed = db.insertInto('act_keys').values({ key, body_hash: 'x' })
        await pressed.onConflict((conflict) => conflict.doNothing()).execute()
        return succeed(await db.insertInto('booking_notes').values(note).execute())
      })
    }
    const notes = async () => (await traces('booking_noted')).notes
    const key = newKey()
    for (let time = 0; time < 3; time++) await careless(key)
    expect(await notes()).toBe(1)
    let most = 0
    for (let round = 0; round < TRIES_OF_THE_CARELESS && most < 2; round++) {
      const [before, raced] = [await notes(), newKey()]
      await Promise.all(Array.from({ length: AT_ONCE }, () => careless(raced)))
      most = (await notes()) - before
    }
    expect(most).toBeGreaterThan(1)
  })
})
