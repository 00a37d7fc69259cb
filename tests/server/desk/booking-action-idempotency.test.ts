import { describe, expect, test } from 'vitest'
import { type Outcome, succeed } from '#contract/failure.ts'
import { instant } from '#server/db/instant.ts'
import { addNote, resendConfirmationEmail } from '#server/desk/booking-edits.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { createPaymentLink } from '#server/desk/payment-link.ts'
import { settle } from '#server/payments/settlement.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { describeOnEachEngine, expectNothingStored, HOUR, MINUTE, rows } from '../../support/app.ts'
import { granted, newKey, order, placed } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { paid, paidBooking, started } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

const AT_ONCE = 20
const MAX_RACES = 5

describeOnEachEngine('the idempotency key of a staff action on %s', (app) => {
  const held = async () => (await placed(app, order({ startDate: '2027-03-10' }))).bookingId
  async function confirmed() {
    const { bookingId } = await paidBooking(app)
    // A confirmation can be resent once a minute.
    app.clock.advance(2 * MINUTE)
    return bookingId
  }
  /** The title, the booking, the call, and the audit action that it records. */
  type Case = [string, () => Promise<string>, (by: Staff, id: string, key: string) => Promise<Outcome<unknown>>, string]
  const CASES: Case[] = [
    ['a note', held, (by, id, key) => addNote(app, by, id, { body: 'Has called' }, key), 'booking_noted'],
    ['a resent confirmation', confirmed, (...call) => resendConfirmationEmail(app, ...call), 'confirmation_resent'],
    [
      'a payment link',
      held,
      (by, id, key) => createPaymentLink(app, by, id, { delivery: 'email' }, key),
      'payment_link_sent',
    ],
  ]
  /** Counts the audit entries of an action, the notes and the emails. */
  const traces = async (action: string) => ({
    entries: (await rows(app.db.read, 'audit')).filter((entry) => entry.action === action).length,
    notes: (await rows(app.db.read, 'booking_notes')).length,
    emails: (await rows(app.db.read, 'emails')).length,
  })
  const version = async (id: string) => await versionOf(app, id)

  describe.each(CASES)('for %s', (_, prepare, run, action) => {
    test('ignores a repeated request in any booking state', async () => {
      const staff = await staffMember(app)
      const [id, key] = [await prepare(), newKey()]
      const before = await traces(action)
      const first = granted(await run(staff, id, key))
      const after = await traces(action)
      expect(after.entries).toBe(before.entries + 1)
      expect(after.notes + after.emails).toBe(before.notes + before.emails + 1)
      app.clock.advance(HOUR)
      await expectNothingStored(app, async () => expect(granted(await run(staff, id, key))).toEqual(first))
      granted(await cancel(app, staff, id, { version: await version(id), reason: 'They called' }))
      await expectNothingStored(app, async () => granted(await run(staff, id, key)))
    })

    test('runs again with a new key', async () => {
      const staff = await staffMember(app)
      const id = await prepare()
      const before = await traces(action)
      for (const key of [newKey(), newKey()]) {
        granted(await run(staff, id, key))
        app.clock.advance(2 * MINUTE)
      }
      expect((await traces(action)).entries).toBe(before.entries + 2)
    })

    test(`runs the action once for ${AT_ONCE} concurrent requests, with one response for all`, async () => {
      const staff = await staffMember(app)
      const [id, key] = [await prepare(), newKey()]
      const before = await traces(action)
      const outcomes = await atOnce(AT_ONCE, () => run(staff, id, key))
      expect(new Set(outcomes.map((outcome) => JSON.stringify(granted(outcome)))).size).toBe(1)
      const after = await traces(action)
      expect(after.entries).toBe(before.entries + 1)
      expect(after.notes + after.emails).toBe(before.notes + before.emails + 1)
    })

    test('rejects the key for a second booking, also concurrently', async () => {
      const staff = await staffMember(app)
      for (let round = 0; round < 5; round++) {
        const [one, other, key] = [await prepare(), await prepare(), newKey()]
        const before = await traces(action)
        const outcomes = await Promise.all([run(staff, one, key), run(staff, other, key)])
        const codes = outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.failure.code))
        expect(codes.toSorted()).toEqual(['done', 'idempotency_mismatch'])
        expect((await traces(action)).entries).toBe(before.entries + 1)
      }
    })
  })

  test('rejects the key with another input or action, without effect', async () => {
    const staff = await staffMember(app)
    const [id, noted, copied] = [await held(), newKey(), newKey()]
    granted(await addNote(app, staff, id, { body: 'Has called' }, noted))
    granted(await createPaymentLink(app, staff, id, { delivery: 'copy' }, copied))
    await expectNothingStored(app, async () => {
      for (const outcome of [
        await addNote(app, staff, id, { body: 'Has called twice' }, noted),
        await createPaymentLink(app, staff, id, { delivery: 'email' }, copied),
        await createPaymentLink(app, staff, id, { delivery: 'copy' }, noted),
        await resendConfirmationEmail(app, staff, id, copied),
      ])
        expect(codeOf(outcome)).toBe('idempotency_mismatch')
    })
  })

  test('accepts the key again after a failure', async () => {
    const staff = await staffMember(app)
    const { bookingId, paymentId } = await started(app)
    const key = newKey()
    const resend = () => resendConfirmationEmail(app, staff, bookingId, key)
    expect((await rejection(app, resend)).code).toBe('wrong_state')
    await settle(app, paymentId, paid(), 'lookup')
    app.clock.advance(2 * MINUTE)
    granted(await resend())
    expect((await traces('confirmation_resent')).entries).toBe(1)
  })

  test('returns not_found to staff of another location', async () => {
    const [staff, other] = [await staffMember(app), await staffMember(app, 'desk', ['kausimaa'])]
    const [id, key] = [await held(), newKey()]
    granted(await addNote(app, staff, id, { body: 'Has called' }, key))
    expect(codeOf(await addNote(app, other, id, { body: 'Has called' }, key))).toBe('not_found')
  })

  /** Proves that the tests above detect a race: a call that only reads the key before it writes runs more than once. */
  test('would run the action twice if the key were only read', async () => {
    const id = await held()
    const addUnguarded = async (key: string) => {
      const known = await app.db.read
        .selectFrom('idempotency_keys')
        .select('key')
        .where('key', '=', key)
        .executeTakeFirst()
      if (known) return
      const note = { id: newKey(), booking_id: id, author: 'x', body: 'Has called', created_at: instant(app.now()) }
      await app.db.write(async (db) => {
        const insert = db.insertInto('idempotency_keys').values({ key, body_hash: 'x' })
        await insert.onConflict((conflict) => conflict.doNothing()).execute()
        return succeed(await db.insertInto('booking_notes').values(note).execute())
      })
    }
    const notes = async () => (await traces('booking_noted')).notes
    const key = newKey()
    for (let time = 0; time < 3; time++) await addUnguarded(key)
    expect(await notes()).toBe(1)
    let max = 0
    for (let round = 0; round < MAX_RACES && max < 2; round++) {
      const [before, raced] = [await notes(), newKey()]
      await atOnce(AT_ONCE, () => addUnguarded(raced))
      max = (await notes()) - before
    }
    expect(max).toBeGreaterThan(1)
  })
})
