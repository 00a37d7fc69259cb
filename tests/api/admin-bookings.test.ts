import { beforeEach, expect, test } from 'vitest'
import { confirmBooking } from '#contract/admin/booking-detail.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { paisa, sum } from '#domain/money.ts'
import type { AttemptState, PaymentMethod } from '#domain/payment.ts'
import { instant } from '#server/db/instant.ts'
import { findCustomers, search } from '#server/desk/search.ts'
import { describeOnEachEngine, execute, MINUTE } from '../support/app.ts'
import { granted, newKey, order, placed, transitionTo } from '../support/orders.ts'
import { paymentRow, started } from '../support/payments.ts'
import { planOf } from '../support/query-plan.ts'
import { call, rejected } from '../support/requests.ts'
import { owner, setRole, type TestBrowser } from '../support/staff-accounts.ts'

const person = (firstName: string, lastName: string, email: string, phone = '9841234567') =>
  order({ contactInfo: { firstName, lastName, email, phone } })

describeOnEachEngine('the list of bookings on %s', (app, engine) => {
  let staff: TestBrowser
  beforeEach(async () => {
    staff = await owner(app)
  })
  const list = (query: Record<string, string> = {}) => call(listBookings, { ...staff.sent, query })
  const names = (page: Awaited<ReturnType<typeof list>>) => page.items.map(({ customerName }) => customerName)

  test('accepts cash from the front desk, but no bank transfer', async () => {
    const { sent } = staff
    await setRole(app, 'desk')
    const { bookingId: id } = await placed(app)
    const cash = { version: 1, method: 'cash', reason: 'They came with the cash' }
    const transfer = { ...cash, method: 'bank_transfer', transactionId: 'TRX-1000' }
    await rejected('forbidden', confirmBooking, { id, body: transfer, ...sent })
    expect(await call(confirmBooking, { id, body: cash, ...sent })).toMatchObject({ state: 'confirmed' })
  })

  test('is empty before the first booking', async () => {
    expect(await list()).toEqual({ items: [], next: null, total: 0, sum: 0 })
  })

  test('returns the fields that staff need of each booking', async () => {
    const { bookingId } = await placed(app, person('Nisha', 'Karki', 'Nisha@Example.com'))
    expect(await list()).toEqual({
      items: [
        {
          bookingId,
          customerName: 'Nisha Karki',
          email: expect.stringMatching(/nisha@example\.com/i),
          phone: '+9779841234567',
          company: '',
          locationId: 'dhobighat-hub',
          locationName: 'Dhobighat Hub',
          planId: 'professional',
          planName: expect.any(String),
          seats: 1,
          startDate: '2026-12-10',
          endDate: '2027-01-09',
          amount: 950_000,
          method: null,
          state: 'held',
          version: 1,
          createdAt: '2026-12-01T04:15:00.000Z',
          attention: null,
          paymentToCheck: null,
          paymentToDecide: null,
        },
      ],
      next: null,
      total: 1,
      sum: 950_000,
    })
  })

  test('returns every booking once, newest first, also while new ones arrive', async () => {
    const ids: string[] = []
    for (let index = 0; index < 7; index++) {
      ids.unshift((await placed(app)).bookingId)
      // Three are placed at one instant, so their ids decide the order.
      if (index > 2) app.clock.advance(MINUTE)
    }
    const first = await list({ limit: '3' })
    await placed(app)
    const second = await list({ limit: '3', cursor: first.next ?? '' })
    const third = await list({ limit: '3', cursor: second.next ?? '' })
    expect([first.total, second.total, third.next]).toEqual([7, undefined, null])
    const read = [first, second, third].flatMap(({ items }) => items)
    expect(read.map(({ bookingId }) => bookingId).toSorted()).toEqual(ids.toSorted())
    const positions = read.map(({ createdAt, bookingId }) => `${createdAt} ${bookingId}`)
    expect(positions).toEqual(positions.toSorted().reverse())
  })

  test('returns 25 on a page unless another number is requested', async () => {
    for (let index = 0; index < 26; index++) await placed(app)
    const page = await list()
    expect(page.items).toHaveLength(25)
    expect((await list({ cursor: page.next ?? '' })).items).toHaveLength(1)
    expect((await list({ limit: '26' })).next).toBeNull()
  })

  test.each([
    ['thapa', ['Dipesh Thapa']],
    ['DIPESH', ['Dipesh Thapa']],
    ['thapa dip', ['Dipesh Thapa']],
    ['  esh ', ['Dipesh Thapa']],
    ['khetbari', ['Aarati Shrestha', 'Dipesh Thapa']],
    ['a@khetbari', ['Aarati Shrestha']],
    ['सीता', ['सीता लामा']],
    ['100%', ['Percy 100%']],
    ['%', ['Percy 100%']],
    ['_', []],
    ['\\', []],
    ["' or 1=1 --", []],
    ['unknown', []],
  ])('finds %s', async (q, found) => {
    for (const customer of [
      person('Percy', '100%', 'percy@example.com'),
      person('सीता', 'लामा', 'sita@example.com'),
      person('Dipesh', 'Thapa', 'dip@khetbari.example'),
      person('Aarati', 'Shrestha', 'aarati.a@khetbari.example'),
    ]) {
      await placed(app, customer)
      app.clock.advance(1)
    }
    expect(names(await list({ q }))).toEqual(found)
  })

  test.each([
    ['984-1234506', ['Mobile']],
    ['९८४१२३४५०६', ['Mobile']],
    ['01-4412345', ['Landline']],
    ['014412345', ['Landline']],
    ['(01) 4412345', ['Landline']],
    ['01-44123', ['Landline']],
    ['०१-४४१२३', ['Landline']],
    ['9841234506 mob', ['Mobile']],
    ['(01) 4412346', []],
  ])('finds the phone number %s, also in the other searches of staff', async (q, found) => {
    await placed(app, person('Mobile', 'Rai', 'm@example.com', '9841234506'))
    await placed(app, person('Landline', 'Rai', 'l@example.com', '01-4412345'))
    const fullNames = found.map((name) => `${name} Rai`)
    expect(names(await list({ q }))).toEqual(fullNames)
    const desk = { workplaces: null }
    const { bookings } = granted(await search(app, desk, q))
    expect(bookings.map(({ customerName }) => customerName)).toEqual(fullNames)
    const { items } = granted(await findCustomers(app, desk, { q }))
    expect(items.map(({ firstName }) => firstName)).toEqual(found)
  })

  test('finds a booking by its id, in any case, and by a part of it', async () => {
    const { bookingId } = await placed(app)
    app.clock.advance(1)
    await placed(app)
    for (const q of [bookingId, bookingId.toLowerCase(), bookingId.slice(3)])
      expect((await list({ q })).items.map((item) => item.bookingId)).toEqual([bookingId])
  })

  test('filters by state or location, and searches within the result', async () => {
    await placed(app, person('Nisha', 'Karki', 'n@example.com'))
    const { bookingId } = await placed(app, person('Nisha', 'Rai', 'r@example.com'))
    await transitionTo(app, bookingId, 'confirmed')
    await placed(app, { ...person('Sonam', 'Tamang', 's@example.com'), locationId: 'kausimaa' })
    expect(names(await list({ state: 'confirmed' }))).toEqual(['Nisha Rai'])
    expect(names(await list({ state: 'held', q: 'nisha' }))).toEqual(['Nisha Karki'])
    expect(names(await list({ location: 'kausimaa' }))).toEqual(['Sonam Tamang'])
    expect(names(await list({ location: 'nowhere' }))).toEqual([])
    expect(names(await list({ state: 'needs_decision' }))).toEqual([])
  })

  test('returns the last method and adds its fee to the amount while the booking can be paid', async () => {
    const { paymentId } = await started(app, order(), 'stripe')
    const first = await paymentRow(app, paymentId)
    const addAttempt = async (method: PaymentMethod, state: AttemptState, fee = paisa(0)) => {
      app.clock.advance(1_000)
      const over = { method, state, amount: paisa(950_000 + fee), fee, created_at: instant(app.now()) }
      const row = { ...first, ...over, id: newKey(), gateway_id: null }
      await execute(app, (db) => db.insertInto('payments').values(row))
    }
    const money = async () => {
      const { items, sum } = await list()
      expect(sum).toBe(items[0]?.amount)
      return items.map(({ method, amount }) => [method, amount])
    }
    expect(await money()).toEqual([['stripe', 984_250]])
    // The first one can still be paid.
    await addAttempt('stripe', 'failed', first.fee)
    expect(await money()).toEqual([['stripe', 984_250]])
    await addAttempt('khalti', 'confirmed')
    await addAttempt('esewa', 'cancelled')
    expect(await money()).toEqual([['khalti', 950_000]])
  })

  test('adds up the amounts of every page that the filter selects, as its rows show them', async () => {
    await started(app, order(), 'stripe')
    await placed(app)
    const { bookingId } = await placed(app, order({ locationId: 'kausimaa' }))
    await transitionTo(app, bookingId, 'confirmed')
    const amounts = (await list()).items.map(({ amount }) => amount)
    const first = await list({ limit: '1' })
    expect(first.sum).toBe(sum(amounts))
    expect(sum(amounts)).toBeGreaterThan(2 * 950_000)
    expect((await list({ limit: '1', cursor: first.next ?? '' })).sum).toBeUndefined()
    const confirmed = await list({ state: 'confirmed' })
    expect(confirmed.sum).toBe(confirmed.items[0]?.amount)
    expect((await list({ q: 'unknown' })).sum).toBe(0)
  })

  test.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: '-1' }, 'limit'],
    [{ limit: '1e1' }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ limit: '' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: Buffer.from("2026-12-01T04:15:00.000Z ' or '1'='1").toString('base64url') }, 'cursor'],
    [{ cursor: 'A'.repeat(2_000) }, 'cursor'],
    [{ state: 'paid' }, 'state'],
    [{ state: '' }, 'state'],
    [{ q: 'a'.repeat(201) }, 'q'],
  ])('rejects %o', async (query, field) => {
    const failure = await rejected('invalid', listBookings, { ...staff.sent, query })
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })

  test.runIf(engine === 'sqlite')('reads a page from one index with every filter', async () => {
    const filters: Record<string, string>[] = [
      {},
      { q: 'karki nisha' },
      { state: 'held' },
      { state: 'held', q: 'karki' },
      { location: 'kausimaa', plan: 'explorer', method: 'esewa' },
      { from: '2026-12-01', to: '2026-12-31' },
      { from: '2026-12-01', to: '2026-12-31', dates: 'created', state: 'held', q: 'karki' },
    ]
    for (const [sort, value] of Object.entries(CURSORS))
      for (const order of ['asc', 'desc'])
        for (const filter of filters)
          for (const cursor of [undefined, Buffer.from(JSON.stringify([value, 'BK-1'])).toString('base64url')]) {
            const query = { ...filter, sort, order, ...(cursor && { cursor }) }
            const plan = await planOf(app, 'bookings', () => list(query))
            expect(plan, JSON.stringify(query)).toMatch(/USING COVERING INDEX bookings_/)
            // A filter may select so few rows that they are sorted instead of read in order.
            const isSorted = filter.state !== undefined || filter.from !== undefined
            if (!isSorted) expect(plan, JSON.stringify(query)).not.toMatch(/TEMP B-TREE/)
          }
  })
})

/** A value for the cursor of each sort order. */
const CURSORS = { created: '2026-12-01T04:15:00.000Z', start: '2026-12-10', name: 'karki' } as const
