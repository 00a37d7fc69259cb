import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { correct } from '#server/bills/correction.ts'
import { issueWaitingBills } from '#server/bills/issue.ts'
import { countCopy } from '#server/bills/prints.ts'
import { resendConfirmationEmail } from '#server/desk/booking-edits.ts'
import { collectDifference } from '#server/desk/staff-payments.ts'
import type { EmailMessage } from '#server/mail/mailer.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { settleRefund } from '#server/payments/refund-calls.ts'
import { describeOnEachEngine, execute, MINUTE, rows } from '../../support/app.ts'
import { numbersOf } from '../../support/bills.ts'
import { dayPass, granted, newKey } from '../../support/orders.ts'
import { versionOf } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { readPdf } from '../../support/pdf.ts'
import { movedAtHigherPrice } from '../../support/price-difference.ts'
import { openRefund } from '../../support/refunds.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const BILL = 'TEST-DHO-R-8384-00001'
const NOTE = 'TEST-DHO-R-CN-8384-00001'

describeOnEachEngine('the bills of emails on %s', (app) => {
  /** Sends what is due and returns what was accepted. */
  async function send(): Promise<EmailMessage[]> {
    const sent: EmailMessage[] = []
    app.mailer = async (email) => void sent.push(email)
    await sendDueEmails(app)
    return sent
  }
  const namesOf = (sent: readonly EmailMessage[]) =>
    sent.flatMap(({ attachments = [] }) => attachments.map(({ filename }) => filename))
  const copies = async () =>
    (await rows(app.db.read, 'bill_copies'))
      .map(({ number, copy, medium }) => [number, copy, medium])
      .toSorted((a, b) => String(a).localeCompare(String(b)))

  test('are attached to the confirmation as the original, and named in both of its parts', async () => {
    await paidBooking(app)
    const [email, ...others] = await send()
    expect(others).toEqual([])
    expect(email?.attachments).toMatchObject([{ filename: `${BILL}.pdf`, contentType: 'application/pdf' }])
    expect((await readPdf(email?.attachments?.[0]?.content ?? new Uint8Array())).text).toContain(
      'Booking invoice Original SAMPLE',
    )
    expect(email?.text).toMatch(new RegExp(`\\n\\nAttached: ${BILL}\\.pdf\\n\\n-- \\nYou get this email`))
    expect(email?.html).toMatch(new RegExp(`>Attached: ${BILL}\\.pdf</p>\\n<p class="quiet line"`))
    expect(await copies()).toEqual([[BILL, 0, 'email']])
    const [row] = await rows(app.db.read, 'emails')
    expect(await rows(app.db.read, 'bill_copies')).toMatchObject([{ email_id: row?.id, made_by: null }])
  })

  test('are the same, and counted once, when an attempt is repeated', async () => {
    const { paymentId } = await paidBooking(app)
    app.mailer = () => Promise.reject(new Error('The mail server is down'))
    await sendDueEmails(app)
    expect(app.bugs).toHaveLength(1)
    app.bugs.length = 0
    granted(await refund(app, await someStaff(app), paymentId, 1_000))
    app.clock.advance(MINUTE)
    const sent = await send()
    expect(namesOf(sent).toSorted()).toEqual([`${BILL}.pdf`, `${NOTE}.pdf`])
    expect(sent.map(({ attachments }) => attachments?.length)).toEqual([1, 1])
    expect(await copies()).toEqual([
      [BILL, 0, 'email'],
      [NOTE, 0, 'email'],
    ])
  })

  test('are chosen once by two processes that send at once', async () => {
    await paidBooking(app)
    await paidBooking(app)
    const sent: EmailMessage[] = []
    app.mailer = async (email) => void sent.push(email)
    await Promise.all([sendDueEmails(app), sendDueEmails(app)])
    expect(namesOf(sent).toSorted()).toEqual([`${BILL}.pdf`, 'TEST-DHO-R-8384-00002.pdf'])
    expect(await rows(app.db.read, 'bill_copies')).toHaveLength(2)
  })

  test('of a refund are its note, not the bill again', async () => {
    const { paymentId } = await paidBooking(app)
    await send()
    granted(await refund(app, await someStaff(app), paymentId, 1_000))
    expect(namesOf(await send())).toEqual([`${NOTE}.pdf`])
  })

  test('are attached as copies if they were printed before', async () => {
    await paidBooking(app)
    granted(await countCopy(app, await someStaff(app), BILL, { medium: 'print' }, newKey()))
    expect(namesOf(await send())).toEqual([`${BILL}.pdf`])
    expect(await copies()).toEqual([
      [BILL, 0, 'print'],
      [BILL, 1, 'email'],
    ])
  })

  test('of a refund that fails later are its debit note, in an email of their own', async () => {
    const { payment, refundId } = await openRefund(app)
    await settleRefund(app, refundId, payment.paymentId, { kind: 'done' })
    await send()
    for (let times = 0; times < 2; times++)
      await settleRefund(app, refundId, payment.paymentId, { kind: 'failed', reason: 'Returned' }, 'webhook')
    const sent = (await send()).filter(({ attachments }) => attachments)
    expect(sent.map(({ subject }) => subject)).toEqual([`Your bill for booking ${payment.bookingId}`])
    expect(namesOf(sent)).toEqual(['TEST-DHO-R-DN-8384-00001.pdf'])
  })

  test('are attached as copies when the confirmation is sent again', async () => {
    const { bookingId } = await paidBooking(app)
    await send()
    app.clock.advance(2 * MINUTE)
    granted(await resendConfirmationEmail(app, await someStaff(app), bookingId, newKey()))
    const [email] = await send()
    const [pdf] = email?.attachments ?? []
    expect((await readPdf(pdf?.content ?? new Uint8Array())).text).toContain('Copy of Original, printed 2 times')
    expect(await copies()).toEqual([
      [BILL, 0, 'email'],
      [BILL, 1, 'email'],
    ])
  })

  test('that had to wait for a number are sent in one email of their own', async () => {
    app.clock.set(Date.parse('2029-07-16T06:00:00Z'))
    const { bookingId, paymentId } = await paidBooking(app, dayPass({ startDate: '2029-07-20' }))
    granted(await refund(app, await someStaff(app), paymentId, 1_000))
    const early = await send()
    expect(namesOf(early)).toEqual([])
    expect(early.map(({ text }) => text).join()).not.toContain('Attached')
    app.clock.set(Date.parse('2029-07-10T06:00:00Z'))
    await issueWaitingBills(app)
    const sent = await send()
    expect(sent.map(({ subject }) => subject)).toEqual([`Your bill for booking ${bookingId}`])
    expect(namesOf(sent)).toEqual((await numbersOf(app, bookingId)).map((number) => `${number}.pdf`))
    expect(namesOf(sent)).toHaveLength(2)
    await issueWaitingBills(app)
    expect(await send()).toEqual([])
  })

  test('of a correction are its credit note and the new bill, also before an earlier email has left', async () => {
    await paidBooking(app)
    app.clock.advance(MINUTE)
    const correction = { buyerName: 'Himal & Co', pan: '601234567', reason: 'The company books it' }
    const { credit, bill } = granted(await correct(app, await someStaff(app), BILL, correction, newKey()))
    const sent = await send()
    expect(sent.map((email) => namesOf([email]).toSorted())).toEqual([
      [`${BILL}.pdf`],
      [credit, bill].map((number) => `${number}.pdf`).toSorted(),
    ])
    expect(sent.at(-1)?.subject).toBe(`Your corrected bill ${bill}`)
    expect(sent.at(-1)?.text).toContain(`We have corrected bill ${BILL}. Reason: The company books it`)
    expect(sent.at(-1)?.text).toContain(`Use bill ${bill} from now on.`)
  })

  test('of a refund that fails while a correction waits are not left to its email', async () => {
    const { payment, refundId } = await openRefund(app, paisa(1_000))
    await settleRefund(app, refundId, payment.paymentId, { kind: 'done' })
    await send()
    const correction = { buyerName: 'Himal & Co', pan: '', reason: 'The company books it' }
    granted(await correct(app, await someStaff(app), BILL, correction, newKey()))
    await settleRefund(app, refundId, payment.paymentId, { kind: 'failed', reason: 'Returned' }, 'webhook')
    expect(namesOf(await send())).toContain('TEST-DHO-R-DN-8384-00001.pdf')
  })

  test('of events that follow each other before an email leaves are in the email of their event', async () => {
    const { paymentId } = await paidBooking(app)
    const staff = await someStaff(app)
    for (const amount of [1_000, 2_000]) {
      app.clock.advance(1_000)
      granted(await refund(app, staff, paymentId, amount))
    }
    const sent = await send()
    expect(sent.map((email) => namesOf([email]))).toEqual([
      [`${BILL}.pdf`],
      [`${NOTE}.pdf`],
      ['TEST-DHO-R-CN-8384-00002.pdf'],
    ])
  })

  test('of a difference that the desk takes are in its email, also where the clock moves on between both', async () => {
    const staff = await someStaff(app)
    const { bookingId } = await movedAtHigherPrice(app, staff)
    const { now } = app
    let passed = 0
    app.now = () => now() + passed++
    const version = await versionOf(app, bookingId)
    granted(await collectDifference(app, staff, bookingId, { version, method: 'cash', reason: 'Paid at the desk' }))
    app.clock.advance(MINUTE)
    const sent = await send()
    expect(sent.at(0)?.attachments?.map(({ filename }) => filename)).toEqual([`${BILL}.pdf`])
    expect(sent.at(-1)?.attachments?.map(({ filename }) => filename)).toEqual(['TEST-DHO-R-8384-00002.pdf'])
  })

  test('are counted in rows that never change and are never deleted', async () => {
    await paidBooking(app)
    await send()
    for (const change of [
      () => execute(app, (db) => db.updateTable('bill_copies').set({ copy: 5 })),
      () => execute(app, (db) => db.deleteFrom('bill_copies')),
    ])
      await expect(change()).rejects.toThrow(/never (changed|deleted)/)
    expect(await copies()).toEqual([[BILL, 0, 'email']])
  })
})
