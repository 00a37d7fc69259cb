import { describe, expect, test } from 'vitest'
import { confirmBooking } from '#contract/admin/booking-detail.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { succeed } from '#contract/failure.ts'
import { paisa } from '#domain/money.ts'
import { formatCursor } from '#server/bookings/filter.ts'
import { instant, type PaymentTable } from '#server/db/schema.ts'
import { findCustomers } from '#server/desk/customers.ts'
import { search } from '#server/desk/search.ts'
import { setApp } from '#server/open-app.ts'
import { MINUTE, type TestApp, withApp } from '../support/app.ts'
import { owner, type Visitor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, order, placed } from '../support/orders.ts'
import { planOf } from '../support/query-plan.ts'
import { call, refused } from '../support/requests.ts'

const person = (firstName: string, lastName: string, email: string) =>
  order({ contactInfo: { firstName, lastName, email, phone: '9841234567' } })

describe.each(ENGINES)('the list of bookings on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(opened)
  })

  let desk: Visitor
  const begin = async () => {
    desk = await owner(app)
  }
  const list = (query: Record<string, string> = {}) => call(listBookings, { ...desk.sent, query })
  const names = (page: Awaited<ReturnType<typeof list>>) => page.items.map(({ customerName }) => customerName)

  async function pay(bookingId: string, over: Partial<PaymentTable>): Promise<void> {
    const at = instant(app.now())
    const payment: PaymentTable = {
      id: crypto.randomUUID(),
      booking_id: bookingId,
      method: 'esewa',
      state: 'pending',
      amount: paisa(950_000),
      fee: paisa(0),
      currency: 'NPR',
      gateway_id: null,
      provider_reference: null,
      reason: null,
      asked_at: null,
      kept_since: null,
      received: null,
      refunded: paisa(0),
      owed: null,
      owed_at: null,
      told_gone: null,
      difference_at: null,
      left_to_staff_at: null,
      reminded_at: null,
      created_at: at,
      updated_at: at,
      ...over,
    }
    await app.db.write(async (db) => {
      await db.insertInto('payments').values(payment).execute()
      return succeed(undefined)
    })
    app.clock.advance(1_000)
  }

  test('has bookings that the front desk confirms with cash', async () => {
    const { sent } = await owner(app, 'desk')
    const { bookingId: id } = await placed(app)
    const cash = { version: 1, method: 'cash', reason: 'They came with the cash' }
    const seen = { ...cash, method: 'bank_transfer', transactionId: 'TRX-1000' }
    await refused('forbidden', confirmBooking, { id, body: seen, ...sent })
    expect(await call(confirmBooking, { id, body: cash, ...sent })).toMatchObject({ state: 'confirmed' })
  })

  test('is empty before the first booking', async () => {
    await begin()
    expect(await list()).toEqual({ items: [], next: null, total: 0 })
  })

  test('says of each booking what staff need', async () => {
    await begin()
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
          startDate: '2026-12-10',
          endDate: '2027-01-09',
          amount: 950_000,
          method: null,
          state: 'held',
          version: 1,
          createdAt: '2026-12-01T04:15:00.000Z',
          attention: null,
          toCheck: null,
          toDecide: null,
        },
      ],
      next: null,
      total: 1,
    })
  })

  test('gives every booking once, newest first, also where new ones arrive while it is read', async () => {
    await begin()
    const ids: string[] = []
    for (let index = 0; index < 7; index++) {
      ids.unshift((await placed(app)).bookingId)
      // Three at one instant: their ids decide.
      if (index > 2) app.clock.advance(MINUTE)
    }
    const first = await list({ limit: '3' })
    await placed(app)
    const second = await list({ limit: '3', cursor: first.next ?? '' })
    const third = await list({ limit: '3', cursor: second.next ?? '' })
    expect([first.total, second.total]).toEqual([7, undefined])
    expect(third.next).toBeNull()
    const read = [first, second, third].flatMap(({ items }) => items)
    expect(read.map(({ bookingId }) => bookingId)).toHaveLength(7)
    expect(read.map(({ bookingId }) => bookingId).toSorted()).toEqual(ids.toSorted())
    const places = read.map(({ createdAt, bookingId }) => `${createdAt} ${bookingId}`)
    expect(places).toEqual(places.toSorted().reverse())
  })

  test('has 25 on a page, unless another number is asked for', async () => {
    await begin()
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
    ['nobody', []],
  ])('finds %s', async (q, found) => {
    await begin()
    await placed(app, person('Percy', '100%', 'percy@example.com'))
    app.clock.advance(1)
    await placed(app, person('सीता', 'लामा', 'sita@example.com'))
    app.clock.advance(1)
    await placed(app, person('Dipesh', 'Thapa', 'dip@khetbari.example'))
    app.clock.advance(1)
    await placed(app, person('Aarati', 'Shrestha', 'aarati.a@khetbari.example'))
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
  ])('finds the telephone number %s, here and wherever staff search', async (q, found) => {
    await begin()
    const { contactInfo } = order()
    for (const [firstName, phone] of [
      ['Mobile', '9841234506'],
      ['Landline', '01-4412345'],
    ] as const)
      await placed(app, order({ contactInfo: { ...contactInfo, firstName, lastName: 'Rai', phone } }))
    expect(names(await list({ q }))).toEqual(found.map((name) => `${name} Rai`))
    const desk = { workplaces: null }
    const { bookings } = granted(await search(app, desk, q))
    expect(bookings.map(({ customerName }) => customerName)).toEqual(found.map((name) => `${name} Rai`))
    const { items } = granted(await findCustomers(app, desk, { q }))
    expect(items.map(({ firstName }) => firstName)).toEqual(found)
  })

  test('finds a booking by its id, in any case, and by a part of it', async () => {
    await begin()
    const { bookingId } = await placed(app)
    app.clock.advance(1)
    await placed(app)
    for (const q of [bookingId, bookingId.toLowerCase(), bookingId.slice(3)])
      expect((await list({ q })).items.map((item) => item.bookingId)).toEqual([bookingId])
  })

  test('shows one state or one location, and searches within it', async () => {
    await begin()
    await placed(app, person('Nisha', 'Karki', 'n@example.com'))
    const { bookingId } = await placed(app, person('Nisha', 'Rai', 'r@example.com'))
    await app.db.write(async (db) => {
      await db.updateTable('bookings').set({ state: 'confirmed' }).where('id', '=', bookingId).execute()
      return succeed(undefined)
    })
    await placed(app, { ...person('Sonam', 'Tamang', 's@example.com'), locationId: 'kausimaa' })
    expect(names(await list({ state: 'confirmed' }))).toEqual(['Nisha Rai'])
    expect(names(await list({ state: 'held', q: 'nisha' }))).toEqual(['Nisha Karki'])
    expect(names(await list({ location: 'kausimaa' }))).toEqual(['Sonam Tamang'])
    expect(names(await list({ location: 'nowhere' }))).toEqual([])
    expect(names(await list({ state: 'needs_decision' }))).toEqual([])
  })

  test('names the method tried last, its fee with the amount as long as it may be paid', async () => {
    await begin()
    const { bookingId } = await placed(app)
    const money = async () => (await list()).items.map(({ method, amount }) => [method, amount])
    await pay(bookingId, { method: 'stripe', amount: paisa(984_250), fee: paisa(34_250) })
    expect(await money()).toEqual([['stripe', 984_250]])
    await pay(bookingId, { method: 'stripe', amount: paisa(984_250), fee: paisa(34_250), state: 'failed' })
    expect(await money()).toEqual([['stripe', 950_000]])
    await pay(bookingId, { method: 'khalti', state: 'confirmed' })
    await pay(bookingId, { method: 'esewa', state: 'cancelled' })
    expect(await money()).toEqual([['khalti', 950_000]])
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
  ])('refuses %o', async (query, field) => {
    await begin()
    const failure = await refused('invalid', listBookings, { ...desk.sent, query })
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })

  test.runIf(engine === 'sqlite')('reads one index alone to find a page, whatever is asked', async () => {
    await begin()
    const filters: Record<string, string>[] = [
      {},
      { q: 'karki nisha' },
      { state: 'held' },
      { state: 'held', q: 'karki' },
      { location: 'kausimaa', plan: 'explorer', method: 'esewa' },
      { from: '2026-12-01', to: '2026-12-31' },
      { from: '2026-12-01', to: '2026-12-31', dates: 'created', state: 'held', q: 'karki' },
    ]
    for (const [sort, value] of Object.entries(SOME))
      for (const order of ['asc', 'desc'])
        for (const filter of filters)
          for (const cursor of [undefined, formatCursor({ value, id: 'BK-1' })]) {
            const query = { ...filter, sort, order, ...(cursor && { cursor }) }
            const plan = await planOf(app, 'bookings', () => list(query))
            expect(plan, JSON.stringify(query)).toMatch(/USING COVERING INDEX bookings_/)
            // A filter may lead to fewer rows than the order does: those few are sorted.
            const isSorted = filter.state !== undefined || filter.from !== undefined
            if (!isSorted) expect(plan, JSON.stringify(query)).not.toMatch(/TEMP B-TREE/)
          }
  })
})

/** A place in each order. */
const SOME = { created: '2026-12-01T04:15:00.000Z', start: '2026-12-10', amount: 950_000, name: 'karki' } as const
