import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { alertsAndWhatWasOwed } from '#server/db/migrations/018-alerts-and-what-was-owed.ts'
import { companiesSearched } from '#server/db/migrations/023-companies-searched.ts'
import { unpaidTransfers } from '#server/db/migrations/026-unpaid-transfers.ts'
import { undeliveredMails } from '#server/db/migrations/028-undelivered-mails.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { queueEmail } from '#server/mail/outbox.ts'
import { decide } from '#server/payments/decisions.ts'
import { saveReceipt } from '#server/payments/receipts.ts'
import { settle } from '#server/payments/settlement.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { bookingRow, granted, order, placed } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { miscountedDays, unpaidSeats } from '../support/unpaid.ts'
import { drawnReceipt } from '../support/uploads.ts'

const PRICE = 950_000
const CANCELLED_AT = '2026-12-01T04:15:00.000Z'

describe.each(ENGINES)('data of before, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  async function paidOne() {
    const payment = await started(app)
    const report = { kind: 'paid', amount: paisa(PRICE), providerReference: crypto.randomUUID() } as const
    await settle(app, payment.paymentId, report, 'lookup')
    return payment
  }
  async function cancelled() {
    const { paymentId, bookingId } = await paidOne()
    const { version } = await bookingRow(app, bookingId)
    granted(await cancel(app, await someStaff(app), bookingId, { version, reason: 'Asked by phone' }))
    return paymentId
  }
  /** The shape as it was before, with what `fill` writes, and the way from there. */
  const migrated = (fill: string[]) =>
    app.db.write(async (db) => {
      const before = [
        'drop table payment_alerts',
        'alter table payments drop column told_gone',
        'alter table payments add column alert text',
        'alter table payments add column alert_at text',
        'create index payments_alerted on payments (alert_at) where alert is not null',
      ]
      for (const statement of [...before, ...fill]) await sql.raw(statement).execute(db)
      await alertsAndWhatWasOwed(db)
      return succeed(undefined)
    })

  test('several reasons in one text become one row each', async () => {
    const [both, none] = [await paidOne(), await started(app, order({ startDate: '2027-03-10' }))]
    await migrated([
      `update payments set alert = 'paid_twice disputed', alert_at = '${CANCELLED_AT}' where id = '${both.paymentId}'`,
    ])
    const alerts = await rows(app.db.read, 'payment_alerts')
    expect(alerts.toSorted((one, other) => (one.alert < other.alert ? -1 : 1))).toEqual(
      ['disputed', 'paid_twice'].map((alert) => ({
        payment_id: both.paymentId,
        alert,
        raised: expect.stringMatching(/./),
        created_at: CANCELLED_AT,
      })),
    )
    expect(await paymentRow(app, none.paymentId)).not.toHaveProperty('alert')
  })

  test('what was promised at a cancellation is owed from then on, where it is still here and staff did not keep it', async () => {
    const promised = await cancelled()
    const partly = await cancelled()
    const keptHere = await cancelled()
    const said = { decision: 'keep', reason: 'Taken as credit' } as const
    granted(await decide(app, await someStaff(app), keptHere, said))
    const gone = await cancelled()
    const { paymentId: standing } = await paidOne()
    const [less, unnamed] = [await cancelled(), await cancelled()]
    app.clock.set(Date.parse('2026-12-09T00:15:00.001Z'))
    const tooLate = await cancelled()
    await migrated([
      'update payments set owed = null, owed_at = null',
      `update payments set state = 'partly_refunded', refunded = 50000 where id = '${partly}'`,
      `update payments set state = 'refunded', refunded = ${PRICE} where id = '${gone}'`,
      `update payments set state = 'mismatch', received = ${PRICE - 100} where id = '${less}'`,
      `update payments set state = 'mismatch', received = null where id = '${unnamed}'`,
    ])
    const owedOf = async (id: string) => {
      const { owed, owed_at } = await paymentRow(app, id)
      return [owed, owed_at]
    }
    for (const id of [promised, partly]) expect(await owedOf(id)).toEqual([PRICE, CANCELLED_AT])
    expect(await owedOf(less)).toEqual([PRICE - 100, CANCELLED_AT])
    for (const id of [keptHere, unnamed, gone, standing, tooLate]) expect(await owedOf(id)).toEqual([null, null])
  })

  test('mails with a link to a staff account become account mails', async () => {
    const mail = (text: string) => ({ to: 'aarati@example.com', subject: 'Hello', text })
    await app.db.write(async (db) => {
      await queueEmail(db, mail(`Open this link:\n${app.env.siteUrl}/admin/join#secret`), app.now())
      await queueEmail(db, mail('Your booking is confirmed.'), app.now())
      for (const column of ['kind', 'valid_until', 'attempt_started_at', 'failed_at', 'last_error'])
        await sql.raw(`alter table mails drop column ${column}`).execute(db)
      await undeliveredMails(db)
      return succeed(undefined)
    })
    const kinds = (await rows(app.db.read, 'mails')).map(({ body, kind }) => [body.includes('secret'), kind])
    expect(kinds.toSorted()).toEqual([
      [false, 'message'],
      [true, 'account'],
    ])
  })

  test('bookings are searched by their company as well, however many there are', async () => {
    const { contactInfo } = order()
    const { bookingId } = await placed(app, order({ contactInfo: { ...contactInfo, company: 'हिमाल ŪRJA' } }))
    const kept = await placed(app)
    const { search, ...first } = await bookingRow(app, bookingId)
    const copies = Array.from({ length: 600 }, (_, number) => {
      const id = `BK-${1_700_000_000_000 + number}-AAAA`
      return { ...first, id, idempotency_key: id, search: 'as it was' }
    })
    await app.db.write(async (db) => {
      await db.insertInto('bookings').values(copies.slice(0, 300)).execute()
      await db.insertInto('bookings').values(copies.slice(300)).execute()
      await db.updateTable('bookings').set({ search: 'as it was' }).execute()
      await companiesSearched(db)
      return succeed(undefined)
    })
    const texts = new Map((await rows(app.db.read, 'bookings')).map(({ id, search }) => [id, search]))
    expect(texts.get(bookingId)).toBe(search)
    expect(search).toContain('हिमाल ūrja')
    for (const { id } of copies) expect(texts.get(id)).toBe(search.replace(bookingId.toLowerCase(), id.toLowerCase()))
    expect(texts.get(kept.bookingId)).toBe('as it was')
  })
  test('counts transfers that were announced before, without those whose evidence is with staff', async () => {
    const transfer = (sent = order()) => started(app, sent, 'bank_transfer')
    const [counted, sent] = [await transfer(), await transfer()]
    granted(await saveReceipt(app, await paymentRow(app, sent.paymentId), await drawnReceipt()))
    await transfer(order({ startDate: '2027-03-01' }))
    const others = [await started(app), await placed(app), await paidOne()]
    const before = await unpaidSeats(app)
    await app.db.write(async (db) => {
      const [seats, bookings] = [['unpaid'], ['transfer_unpaid', 'network', 'email_token', 'email_confirmed_at']]
      for (const index of ['bookings_by_network', 'bookings_held']) await sql.raw(`drop index ${index}`).execute(db)
      for (const name of seats) await sql.raw(`alter table seat_days drop column ${name}`).execute(db)
      for (const name of bookings) await sql.raw(`alter table bookings drop column ${name}`).execute(db)
      await unpaidTransfers(db)
      return succeed(undefined)
    })
    expect(await unpaidSeats(app)).toEqual(before)
    expect(before).toMatchObject({ '2026-12-10': 1, '2027-03-31': 1 })
    expect(await miscountedDays(app)).toEqual([])
    expect(await bookingRow(app, counted.bookingId)).toMatchObject({ transfer_unpaid: 1, email_confirmed_at: null })
    for (const { bookingId } of [sent, ...others])
      expect(await bookingRow(app, bookingId)).toMatchObject({ transfer_unpaid: 0, network: null })
  })
})
