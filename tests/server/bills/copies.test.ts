import { describe, expect, test } from 'vitest'
import { readOwnBill } from '#contract/own-bills.ts'
import { correct } from '#server/bills/correction.ts'
import { readBillForStaff, readBillList } from '#server/bills/list.ts'
import { countOwnCopy, renderOwnBill } from '#server/bills/own-bill-pdf.ts'
import { countCopy, printDay, renderBillForStaff } from '#server/bills/prints.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { auditEntries, describeOnEachEngine, MINUTE, rows } from '../../support/app.ts'
import { billsOf, numbersOf } from '../../support/bills.ts'
import { failureOf, granted, newKey, order, PRICE } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { readPdf } from '../../support/pdf.ts'
import { rejected } from '../../support/requests.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { refund } from '../../support/staff-actions.ts'

const PDF = { medium: 'pdf' } as const
const PRINT = { medium: 'print' } as const

describeOnEachEngine('copies of bills on %s', (app) => {
  async function billed() {
    const { bookingId: id, secret, paymentId } = await paidBooking(app)
    const [number = ''] = await numbersOf(app, id)
    return { id, secret, number, paymentId, staff: await someStaff(app) }
  }
  const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).text

  test('start with the original and then say how often the bill was printed', async () => {
    const { id, secret, number, staff } = await billed()
    expect(granted(await countCopy(app, staff, number, PRINT, newKey()))).toEqual({ copy: 0 })
    expect(granted(await countOwnCopy(app, { id, secret, number }, PDF, newKey()))).toEqual({ copy: 1 })
    expect(await textOf(granted(await renderBillForStaff(app, staff, number, '0')))).toContain(
      'Booking invoice Original SAMPLE',
    )
    const own = granted(await renderOwnBill(app, id, secret, { number, copy: '1' }))
    expect(await textOf(own.pdf)).toContain('Copy of Original, printed 2 times')
    expect((await rows(app.db.read, 'bill_copies')).map(({ made_by }) => made_by).toSorted()).toEqual(
      [staff.id, 'customer'].toSorted(),
    )
  })

  test('follow the original that an email carried', async () => {
    const { id, secret, number } = await billed()
    app.mailer = async () => {}
    await sendDueEmails(app)
    expect(granted(await countOwnCopy(app, { id, secret, number }, PDF, newKey()))).toEqual({ copy: 1 })
  })

  test('are printed only for who counted them', async () => {
    const { id, secret, number, staff } = await billed()
    granted(await countCopy(app, staff, number, PRINT, newKey()))
    expect(failureOf(await renderOwnBill(app, id, secret, { number, copy: '0' })).code).toBe('not_found')
    expect(failureOf(await renderBillForStaff(app, staff, number, '1')).code).toBe('not_found')
    expect(await textOf(granted(await renderBillForStaff(app, staff, number, undefined)))).toContain(
      'Booking invoice Copy of Original SAMPLE',
    )
    await rejected('invalid', readOwnBill, { id, secret, query: { copy: '-1' } })
  })

  test('are counted once for a repeated key, which fits no other copy', async () => {
    const { number, staff } = await billed()
    const key = newKey()
    for (let times = 0; times < 2; times++)
      expect(granted(await countCopy(app, staff, number, PRINT, key))).toEqual({ copy: 0 })
    expect(failureOf(await countCopy(app, staff, number, PDF, key)).code).toBe('idempotency_mismatch')
    expect(await rows(app.db.read, 'bill_copies')).toHaveLength(1)
  })

  test('have numbers without gaps when several are made at once', async () => {
    const { number, staff } = await billed()
    app.mailer = async () => {}
    const [outcomes] = await Promise.all([
      atOnce(6, () => countCopy(app, staff, number, PRINT, newKey())),
      sendDueEmails(app),
    ])
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    const numbers = (await rows(app.db.read, 'bill_copies')).map(({ copy }) => copy).toSorted((a, b) => a - b)
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('are not made of a bill of another booking, with another secret, or of another location', async () => {
    const one = await billed()
    const other = await billed()
    const elsewhere = { ...one.staff, workplaces: ['kausimaa' as const] }
    for (const outcome of [
      await countOwnCopy(app, { ...one, number: other.number }, PDF, newKey()),
      await countOwnCopy(app, { ...one, secret: other.secret }, PDF, newKey()),
      await countCopy(app, elsewhere, one.number, PDF, newKey()),
      await renderBillForStaff(app, elsewhere, one.number, undefined),
      await readBillForStaff(app, elsewhere, one.number),
    ])
      expect(failureOf(outcome).code).toBe('not_found')
    expect(await rows(app.db.read, 'bill_copies')).toEqual([])
  })

  describe('in the staff area', () => {
    test('are listed with the bill, its notes and who made them', async () => {
      const { id, secret, number, paymentId, staff } = await billed()
      granted(await countCopy(app, staff, number, PRINT, newKey()))
      granted(await countOwnCopy(app, { id, secret, number }, PDF, newKey()))
      const fresh = granted(await readBillForStaff(app, staff, number))
      expect(fresh).toMatchObject({
        bill: { number, kind: 'receipt', heading: 'Booking invoice', total: PRICE, bookingId: id, paymentId, of: null },
        issuedBy: 'System',
        taxable: null,
        notes: [],
        canCorrect: true,
      })
      expect(fresh.copies.map(({ copy, medium, by }) => [copy, medium, by])).toEqual([
        [0, 'print', expect.any(String)],
        [1, 'pdf', 'Customer'],
      ])
      granted(await refund(app, staff, paymentId, 1_000))
      const changed = granted(await readBillForStaff(app, staff, number))
      expect(changed).toMatchObject({ notes: [{ kind: 'credit', total: 1_000, of: number }], canCorrect: true })
      granted(await refund(app, staff, paymentId, PRICE - 1_000))
      expect(granted(await readBillForStaff(app, staff, number))).toMatchObject({ canCorrect: false })
    })

    test('list bills of the location by number, buyer, PAN, kind and day, newest first', async () => {
      const { id, number, staff } = await billed()
      app.clock.advance(MINUTE)
      const correction = { buyerName: 'Himal 50% & Co', pan: '601234567', reason: 'The company books it' }
      const { credit, bill } = granted(await correct(app, staff, number, correction, newKey()))
      const list = async (filter: Parameters<typeof readBillList>[2], workplaces = staff.workplaces) =>
        granted(await readBillList(app, { workplaces }, filter)).items.map((row) => row.number)
      expect((await list({})).toSorted()).toEqual((await billsOf(app, id)).map((row) => row.number).toSorted())
      expect((await list({})).at(-1)).toBe(number)
      expect(await list({ q: number.toLowerCase() })).toEqual([number])
      expect(await list({ q: id })).toHaveLength(3)
      expect(await list({ q: 'himal 50%' })).toEqual([bill])
      expect(await list({ q: '%' })).toEqual([bill])
      expect(await list({ q: '601-234-567' })).toEqual([bill])
      expect(await list({ q: '-' })).toEqual([])
      expect(await list({ kind: 'credit' })).toEqual([credit])
      const sumOf = async (filter: Parameters<typeof readBillList>[2]) =>
        granted(await readBillList(app, staff, filter)).sum
      const [sales, credits] = [await sumOf({ kind: 'receipt' }), await sumOf({ kind: 'credit' })]
      expect(credits).toBeLessThan(0)
      expect(await sumOf({})).toBe((sales ?? 0) + (credits ?? 0))
      expect(await sumOf({ q: 'unknown' })).toBe(0)
      expect(await list({ from: '2026-12-01', to: '2026-12-01' })).toHaveLength(3)
      expect(await list({ from: '2026-12-02' })).toEqual([])
      expect(await list({ location: 'kausimaa' })).toEqual([])
      expect(await list({}, ['kausimaa'])).toEqual([])
      const { fields = {} } = failureOf(await readBillList(app, staff, { from: 'x', to: 'y', cursor: 'z' }))
      expect(Object.keys(fields).toSorted()).toEqual(['cursor', 'from', 'to'])
    })

    test('print the bills of a day, one on each page, and record it', async () => {
      const { staff } = await billed()
      await paidBooking(app, order({ startDate: '2026-12-11' }))
      const day = { location: 'dhobighat-hub', date: '2026-12-01' } as const
      const pdf = await readPdf(granted(await printDay(app, staff, day)))
      expect(pdf).toMatchObject({ pages: 2, title: 'Bills of Dhobighat Hub, 1 Dec 2026' })
      expect(pdf.text).toContain('TEST-DHO-R-8384-00001')
      expect((await auditEntries(app)).at(-1)).toMatchObject({ action: 'bills_printed', actor: staff.email })
      expect(await rows(app.db.read, 'bill_copies')).toEqual([])
    })

    test('print no day without bills, of another location, or that is none', async () => {
      const { staff } = await billed()
      const before = await auditEntries(app)
      const day = { location: 'dhobighat-hub', date: '2026-12-01' } as const
      expect(failureOf(await printDay(app, staff, { ...day, date: '2026-12-02' })).code).toBe('not_found')
      expect(failureOf(await printDay(app, staff, { ...day, date: '2 Dec' })).code).toBe('invalid')
      const elsewhere = { ...staff, workplaces: ['kausimaa' as const] }
      expect(failureOf(await printDay(app, elsewhere, day)).code).toBe('not_found')
      expect(await auditEntries(app)).toEqual(before)
    })
  })
})
