import { beforeEach, describe, expect, test } from 'vitest'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import type { Role } from '#domain/staff.ts'
import { readMemberships } from '#server/memberships/list.ts'
import { describeOnEachEngine, expectNothingStored, rows, stored } from '../../support/app.ts'
import { contact, endingIn, member } from '../../support/memberships.ts'
import { granted, order, transitionTo } from '../../support/orders.ts'
import { atOnce } from '../../support/outcomes.ts'
import { edit } from '../../support/prices.ts'
import { paidRenewal, placedRenewal } from '../../support/renewals.ts'
import { call, rejected } from '../../support/requests.ts'
import { owner, signedInStaff, type TestBrowser, worksOnlyAt } from '../../support/staff-accounts.ts'

describeOnEachEngine('the list of memberships on %s', (app) => {
  let browser: TestBrowser
  const signIn = async (role?: Role) => {
    browser = await owner(app, role)
  }
  const list = (query: Record<string, string> = {}) => call(listMemberships, { query, ...browser.sent })
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).items.map(({ customerName }) => customerName.split(' ')[0])

  describe('for an owner', () => {
    beforeEach(() => signIn())

    test('returns every field of a member and the renewal price', async () => {
      const { id, booking_id } = await member(app)
      expect((await list()).items).toEqual([
        {
          membershipId: id,
          bookingId: booking_id,
          bookings: [{ bookingId: booking_id, startDate: '2026-12-10', endDate: '2027-01-09' }],
          customerName: 'Aarati Shrestha',
          email: 'aarati@example.com',
          phone: '+9779841234567',
          company: '',
          pan: '',
          customerNotes: '',
          seats: 1,
          extras: [],
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

    test('names the booking of today, with company, notes and extras, and lists all', async () => {
      const membership = await member(app)
      const contactInfo = { ...order().contactInfo, company: 'Himal & Co', pan: '601234567' }
      const changes = { contactInfo, notes: 'By the window', addOns: ['mail-handling'], guestPasses: 2 }
      const second = await paidRenewal(app, membership, changes)
      const unpaid = await placedRenewal(app, membership)
      const first = membership.booking_id
      const staff = await signedInStaff(app)
      const current = async () => granted(await readMemberships(app, staff, {})).items[0]
      expect(await current()).toMatchObject({
        bookingId: first,
        company: '',
        extras: [],
        bookings: [
          { bookingId: first, startDate: '2026-12-10', endDate: '2027-01-09' },
          { bookingId: second.bookingId, startDate: '2027-01-10', endDate: '2027-02-09' },
        ],
      })
      app.clock.set(Date.parse('2027-01-10T10:00:00+05:45'))
      expect(await current()).toMatchObject({
        bookingId: second.bookingId,
        company: 'Himal & Co',
        pan: '601234567',
        customerNotes: 'By the window',
        extras: [
          { id: 'guest-passes', quantity: 2 },
          { id: 'mail-handling', quantity: 1 },
        ],
      })
      await transitionTo(app, second.bookingId, 'cancelled')
      expect(await current()).toMatchObject({ bookingId: first })
      expect((await current())?.bookings).not.toContainEqual(expect.objectContaining({ bookingId: unpaid.bookingId }))
      await transitionTo(app, first, 'cancelled')
      expect(await current()).toMatchObject({ bookingId: first, bookings: [{ bookingId: first }] })
    })

    test('is found by the reference of each booking', async () => {
      const membership = await member(app, contact('Nisha'))
      const { bookingId } = await paidRenewal(app, membership, contact('Nisha'))
      await member(app, contact('Sonam'))
      for (const q of [membership.booking_id, bookingId]) expect(await names({ q })).toEqual(['Nisha'])
    })

    test('returns the renewal price at current prices and the amount that was paid', async () => {
      await member(app)
      await edit(app, await signedInStaff(app), { 'dhobighat-hub/professional/monthly': 990_000 })
      expect((await list()).items).toMatchObject([{ amount: 950_000, renewalAmount: 990_000 }])
    })

    test('filters by name, email, phone, booking, status, location and plan', async () => {
      await member(app, contact('Nisha'))
      app.clock.advance(1_000)
      const sonam = { ...contact('Sonam', 'Tamang'), locationId: 'kausimaa' }
      const { booking_id } = await member(app, sonam, { status: 'suspended' })
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
        expect([query, await names(query)]).toEqual([query, found])
      expect(await list({ q: 'unknown' })).toMatchObject({ items: [], next: null, active: 2, ending: 1 })
    })

    test('counts the active memberships that start after today', async () => {
      await member(app)
      const staff = await signedInStaff(app)
      const counts = async () => granted(await readMemberships(app, staff, {}))
      expect(await counts()).toMatchObject({ active: 1, starting: 1 })
      app.clock.set(Date.parse('2026-12-10T10:00:00+05:45'))
      expect(await counts()).toMatchObject({ active: 1, starting: 0 })
    })

    test('returns each membership once over all pages while others are added', async () => {
      for (const name of ['A', 'B', 'C', 'D', 'E']) await member(app, contact(name), endingIn(app, 3))
      for (const status of ['', 'ending']) {
        const ids: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const query = { limit: '2', ...(status && { status }), ...(cursor && { cursor }) }
          const page: Awaited<ReturnType<typeof list>> = await list(query)
          ids.push(...page.items.map(({ membershipId }) => membershipId))
          cursor = page.next
          app.clock.advance(1_000)
          if (ids.length === 2) await member(app, contact('Late'))
        }
        const all = (await rows(app.db.read, 'memberships')).filter((row) => row.customer_name !== 'Late Karki')
        expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      }
    })

    test('sorts ending memberships by end date', async () => {
      for (const [name, days] of Object.entries({ A: 15, B: 0, C: 16, D: 7, E: -1 }))
        await member(app, contact(name), endingIn(app, days))
      expect(await names({ status: 'ending' })).toEqual(['B', 'D', 'A'])
    })

    test('expires overdue memberships when it is loaded', async () => {
      await member(app, contact('Over'), endingIn(app, -1))
      await member(app, contact('Last'), endingIn(app, 0))
      expect(await names({ status: 'expired' })).toEqual(['Over'])
      expect(await names({ status: 'active' })).toEqual(['Last'])
    })

    test('rejects an invalid page or filter', async () => {
      for (const query of [{ cursor: 'x' }, { limit: '0' }, { limit: '101' }, { status: 'gone' }, { plan: 'none' }])
        await rejected('invalid', listMemberships, { query, ...browser.sent })
    })

    test('returns markup as plain text', async () => {
      const lastName = '<img src=x onerror=alert(1)>'
      await member(app, contact('Mark', lastName))
      expect((await list({ q: '<img' })).items).toMatchObject([{ customerName: `Mark ${lastName}` }])
    })

    describe('a change', () => {
      const sent = (id: string, body: object) => ({ id, body: { version: 1, ...body }, ...browser.sent })
      const change = (id: string, body: object) => call(changeMembership, sent(id, body))

      test.each(['active', 'expired', 'cancelled', 'pending', 'suspended'])('sets the status to %s', async (status) => {
        const { id } = await member(app, {}, { status: status === 'active' ? 'pending' : 'active' })
        expect(await change(id, { status })).toMatchObject({ status, version: 2 })
      })

      test('records dates, renewal and notes with actor and reason', async () => {
        const { id } = await member(app)
        app.clock.advance(1_000)
        const wanted = { endDate: '2027-02-10', autoRenew: true, notes: '  Has key 14 ' }
        expect(await change(id, { ...wanted, reason: 'Paid at the desk' })).toMatchObject({
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

      test('records nothing for an edit without changes', async () => {
        const { id } = await member(app)
        await expectNothingStored(app, async () => {
          expect(await change(id, { status: 'active', notes: '' })).toMatchObject({ version: 1 })
        })
      })

      test.each([
        [{ endDate: '2026-12-09' }, ['endDate']],
        [{ endDate: '2026-02-30' }, ['endDate']],
        [{ startDate: '' }, ['startDate']],
        [{ startDate: '2026-01-01', endDate: '2026-11-30' }, ['status']],
        [{ notes: 'x'.repeat(2_001) }, ['notes']],
        [{ status: 'paused' }, ['status']],
        [{ amount: 1 }, ['amount']],
      ])('rejects %j and changes nothing', async (body, fields) => {
        const { id } = await member(app)
        const before = await stored(app)
        const failure = await rejected('invalid', changeMembership, sent(id, body))
        expect(Object.keys(failure.fields ?? {})).toEqual(fields)
        expect(await stored(app)).toEqual(before)
      })

      test('cancels an expired membership, and reactivates it only with a later end', async () => {
        const { id } = await member(app, {}, { ...endingIn(app, -5), status: 'expired' })
        const active = { status: 'active' }
        await rejected('invalid', changeMembership, sent(id, active))
        expect(await change(id, { ...active, endDate: '2026-12-31' })).toMatchObject({ status: 'active' })
      })

      test('fails with changed_meanwhile and the current row for an old version', async () => {
        const { id } = await member(app)
        const now = await change(id, { status: 'suspended' })
        await expectNothingStored(app, async () => {
          const failure = await rejected('changed_meanwhile', changeMembership, sent(id, { notes: 'Late' }))
          expect(failure.current).toEqual(now)
        })
      })

      test('succeeds once of ten concurrent ones', async () => {
        const { id } = await member(app)
        const responses = await atOnce(10, (index) =>
          browser.send(changeMembership, sent(id, { notes: `Note ${index}` })),
        )
        expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
        expect(await rows(app.db.read, 'audit')).toHaveLength(1)
        expect(await rows(app.db.read, 'memberships')).toMatchObject([{ version: 2 }])
      })

      test('returns not_found for an unknown id', async () => {
        await rejected('not_found', changeMembership, sent('x', {}))
        const { id } = await member(app)
        await worksOnlyAt(app, ['kausimaa'])
        await rejected('not_found', changeMembership, sent(id, {}))
      })
    })
  })

  describe('the front desk', () => {
    beforeEach(() => signIn('desk'))

    test('is limited to own locations', async () => {
      const other = await member(app, contact('Other'))
      const own = await member(app, { ...contact('Own'), locationId: 'kausimaa' })
      await worksOnlyAt(app, ['kausimaa'])
      expect(await list()).toMatchObject({ items: [{ membershipId: own.id }], active: 1, ending: 0 })
      expect(await names({ location: 'dhobighat-hub' })).toEqual([])
      expect(await call(readMembership, { id: own.id, ...browser.sent })).toMatchObject({ customerName: 'Own Karki' })
      await rejected('not_found', readMembership, { id: other.id, ...browser.sent })
      await worksOnlyAt(app, [])
      expect(await list()).toMatchObject({ items: [], active: 0 })
    })

    test('is read-only', async () => {
      const { id } = await member(app)
      await expectNothingStored(app, async () => {
        await rejected('forbidden', changeMembership, { id, body: { version: 1, status: 'pending' }, ...browser.sent })
      })
    })
  })
})
