import { describe, expect, test } from 'vitest'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { setApp } from '#server/open-app.ts'
import { rows, stored, type TestApp, withApp } from '../support/app.ts'
import { owner, staffOfDesk, type Visitor, worksOnlyAt } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { contact, endingIn, member } from '../support/members.ts'
import { edit } from '../support/prices.ts'
import { call, refused } from '../support/requests.ts'

describe.each(ENGINES)('the list of memberships on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const list = (visitor: Visitor, query: Record<string, string> = {}) =>
    call(listMemberships, { query, ...visitor.sent })
  const names = async (visitor: Visitor, query: Record<string, string> = {}) =>
    (await list(visitor, query)).items.map(({ customerName }) => customerName.split(' ')[0])

  test('says of a member what staff ask for, and what going on costs now', async () => {
    const { id, booking_id } = await member(app)
    expect((await list(await owner(app))).items).toEqual([
      {
        membershipId: id,
        bookingId: booking_id,
        customerName: 'Aarati Shrestha',
        email: 'aarati@example.com',
        phone: '+9779841234567',
        planId: 'professional',
        planName: 'Professional',
        locationId: 'dhobighat-hub',
        locationName: 'Dhobighat Hub',
        status: 'active',
        startDate: '2026-12-10',
        endDate: '2027-01-10',
        amount: 950_000,
        billingCycle: 'monthly',
        renewalAmount: 950_000,
        autoRenew: false,
        notes: null,
        version: 1,
        createdAt: '2026-12-01T04:15:00.000Z',
        updatedAt: '2026-12-01T04:15:00.000Z',
      },
    ])
  })

  test('says what going on costs by the prices of now, and keeps what was paid', async () => {
    const visitor = await owner(app)
    await member(app)
    await edit(app, await staffOfDesk(app), { 'dhobighat-hub/professional/monthly': 990_000 })
    expect((await list(visitor)).items).toMatchObject([{ amount: 950_000, renewalAmount: 990_000 }])
  })

  test('finds by name, address, telephone and booking, by status, place and plan', async () => {
    const visitor = await owner(app)
    await member(app, contact('Nisha'))
    app.clock.advance(1_000)
    const { booking_id } = await member(
      app,
      { ...contact('Sonam', 'Tamang'), locationId: 'kausimaa' },
      { status: 'suspended' },
    )
    app.clock.advance(1_000)
    await member(app, { ...contact('Meera'), planId: 'enterprise' }, endingIn(app, 2))
    for (const [query, found] of [
      [{}, ['Meera', 'Sonam', 'Nisha']],
      [{ q: 'TAMANG sonam' }, ['Sonam']],
      [{ q: 'nisha@example' }, ['Nisha']],
      [{ q: booking_id }, ['Sonam']],
      [{ q: '984123' }, ['Meera', 'Sonam', 'Nisha']],
      [{ q: '०९८४-१२३४५६७' }, ['Meera', 'Sonam', 'Nisha']],
      [{ q: '984-1234568' }, []],
      [{ q: '%' }, []],
      [{ status: 'active' }, ['Meera', 'Nisha']],
      [{ status: 'suspended' }, ['Sonam']],
      [{ status: 'expired' }, []],
      [{ status: 'ending' }, ['Meera']],
      [{ location: 'kausimaa' }, ['Sonam']],
      [{ plan: 'enterprise' }, ['Meera']],
      [{ plan: 'enterprise', location: 'kausimaa' }, []],
    ] as const)
      expect([query, await names(visitor, query)]).toEqual([query, found])
    expect(await list(visitor, { q: 'nobody' })).toMatchObject({ items: [], next: null, active: 2, ending: 1 })
  })

  test('is read page by page, each membership once, whatever comes meanwhile', async () => {
    const visitor = await owner(app)
    for (const name of ['A', 'B', 'C', 'D', 'E']) await member(app, contact(name), endingIn(app, 3))
    for (const status of ['', 'ending']) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await list(visitor, {
          limit: '2',
          ...(status && { status }),
          ...(cursor && { cursor }),
        })
        seen.push(...page.items.map(({ membershipId }) => membershipId))
        cursor = page.next
        app.clock.advance(1_000)
        if (seen.length === 2) await member(app, contact('Late'))
      }
      const all = (await rows(app.db.read, 'memberships')).filter((row) => row.customer_name !== 'Late Karki')
      expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    }
  })

  test('those that are ending come by their end', async () => {
    const visitor = await owner(app)
    for (const [name, days] of [
      ['A', 14],
      ['B', 0],
      ['C', 15],
      ['D', 7],
      ['E', -1],
    ] as const)
      await member(app, contact(name), endingIn(app, days))
    expect(await names(visitor, { status: 'ending' })).toEqual(['B', 'D', 'A'])
  })

  test('on loading, what has run out is expired', async () => {
    const visitor = await owner(app)
    await member(app, contact('Over'), endingIn(app, -1))
    await member(app, contact('Last'), endingIn(app, 0))
    expect(await names(visitor, { status: 'expired' })).toEqual(['Over'])
    expect(await names(visitor, { status: 'active' })).toEqual(['Last'])
  })

  test('a page that does not exist is refused', async () => {
    const visitor = await owner(app)
    for (const query of [{ cursor: 'x' }, { limit: '0' }, { limit: '101' }, { status: 'gone' }, { plan: 'none' }])
      await refused('invalid', listMemberships, { query, ...visitor.sent })
  })

  describe('the front desk', () => {
    test('sees its own locations alone', async () => {
      const other = await member(app, contact('Other'))
      const own = await member(app, { ...contact('Own'), locationId: 'kausimaa' })
      const visitor = await owner(app, 'desk')
      await worksOnlyAt(app, ['kausimaa'])
      expect(await list(visitor)).toMatchObject({ items: [{ membershipId: own.id }], active: 1, ending: 0 })
      expect(await names(visitor, { location: 'dhobighat-hub' })).toEqual([])
      expect(await call(readMembership, { id: own.id, ...visitor.sent })).toMatchObject({ customerName: 'Own Karki' })
      await refused('not_found', readMembership, { id: other.id, ...visitor.sent })
      await worksOnlyAt(app, [])
      expect(await list(visitor)).toMatchObject({ items: [], active: 0 })
    })

    test('looks and changes nothing', async () => {
      const { id } = await member(app)
      const visitor = await owner(app, 'desk')
      const before = await stored(app)
      await refused('forbidden', changeMembership, { id, body: { version: 1, status: 'cancelled' }, ...visitor.sent })
      expect(await stored(app)).toEqual(before)
    })
  })

  describe('a change', () => {
    const change = (visitor: Visitor, id: string, body: Record<string, unknown>) =>
      call(changeMembership, { id, body, ...visitor.sent })

    test.each(['active', 'expired', 'cancelled', 'pending', 'suspended'])('sets the status to %s', async (status) => {
      const visitor = await owner(app)
      const { id } = await member(app, {}, { status: status === 'active' ? 'pending' : 'active' })
      expect(await change(visitor, id, { version: 1, status })).toMatchObject({ status, version: 2 })
    })

    test('of dates, renewal and notes leaves who, what and why', async () => {
      const visitor = await owner(app)
      const { id } = await member(app)
      app.clock.advance(1_000)
      const wanted = { endDate: '2027-02-10', autoRenew: true, notes: '  Has key 14 ' }
      expect(await change(visitor, id, { version: 1, ...wanted, reason: 'Paid at the desk' })).toMatchObject({
        ...wanted,
        notes: 'Has key 14',
        startDate: '2026-12-10',
        updatedAt: '2026-12-01T04:15:01.000Z',
      })
      expect(await rows(app.db.read, 'audit')).toMatchObject([
        {
          actor: 'owner@chautari.example',
          action: 'membership_changed',
          subject: 'membership',
          subject_id: id,
          label: 'Aarati Shrestha',
          before: JSON.stringify({ endDate: '2027-01-10', autoRenew: false, notes: null }),
          after: JSON.stringify({ endDate: '2027-02-10', autoRenew: true, notes: 'Has key 14' }),
          reason: 'Paid at the desk',
        },
      ])
    })

    test('to what it is already leaves nothing', async () => {
      const visitor = await owner(app)
      const { id } = await member(app)
      const before = await stored(app)
      expect(await change(visitor, id, { version: 1, status: 'active', notes: '' })).toMatchObject({ version: 1 })
      expect(await stored(app)).toEqual(before)
    })

    test.each([
      [{ endDate: '2026-12-09' }, ['endDate']],
      [{ endDate: '2026-02-30' }, ['endDate']],
      [{ startDate: '' }, ['startDate']],
      [{ startDate: '2026-01-01', endDate: '2026-11-30' }, ['status']],
      [{ notes: 'x'.repeat(2_001) }, ['notes']],
      [{ status: 'paused' }, ['status']],
      [{ amount: 1 }, ['amount']],
    ])('%j is refused, and changes nothing', async (body, fields) => {
      const visitor = await owner(app)
      const { id } = await member(app)
      const before = await stored(app)
      const failure = await refused('invalid', changeMembership, { id, body: { version: 1, ...body }, ...visitor.sent })
      expect(Object.keys(failure.fields ?? {})).toEqual(fields)
      expect(await stored(app)).toEqual(before)
    })

    test('what has run out may be cancelled, and is active again only with a later end', async () => {
      const visitor = await owner(app)
      const { id } = await member(app, {}, { ...endingIn(app, -5), status: 'expired' })
      const active = { version: 1, status: 'active' }
      await refused('invalid', changeMembership, { id, body: active, ...visitor.sent })
      expect(await change(visitor, id, { ...active, endDate: '2026-12-31' })).toMatchObject({ status: 'active' })
    })

    test('of what somebody else changed meanwhile is refused with what it is now', async () => {
      const visitor = await owner(app)
      const { id } = await member(app)
      const now = await change(visitor, id, { version: 1, status: 'suspended' })
      const before = await stored(app)
      const body = { version: 1, notes: 'Late' }
      const failure = await refused('changed_meanwhile', changeMembership, { id, body, ...visitor.sent })
      expect(failure.current).toEqual(now)
      expect(await stored(app)).toEqual(before)
    })

    test('by ten at once is one, and nine are told', async () => {
      const visitor = await owner(app)
      const { id } = await member(app)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          visitor.send(changeMembership, { id, body: { version: 1, notes: `Note ${index}` } }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
      expect(await rows(app.db.read, 'audit')).toHaveLength(1)
      expect(await rows(app.db.read, 'memberships')).toMatchObject([{ version: 2 }])
    })

    test('of nothing that is there is not found', async () => {
      const visitor = await owner(app)
      await refused('not_found', changeMembership, { id: 'x', body: { version: 1 }, ...visitor.sent })
      await member(app)
      await worksOnlyAt(app, ['kausimaa'])
      const [membership] = await rows(app.db.read, 'memberships')
      await refused('not_found', changeMembership, { id: membership?.id ?? '', body: { version: 1 }, ...visitor.sent })
    })
  })

  test('shows markup as the text that it is', async () => {
    const visitor = await owner(app)
    const lastName = '<img src=x onerror=alert(1)>'
    await member(app, contact('Mark', lastName))
    expect((await list(visitor, { q: '<img' })).items).toMatchObject([{ customerName: `Mark ${lastName}` }])
  })
})
