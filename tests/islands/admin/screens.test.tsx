import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { formatRange } from '#domain/calendar.ts'
import { npr, paisa, rupees } from '#domain/money.ts'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { ActionRequired } from '#islands/admin/dashboard/ActionRequired.tsx'
import { BusinessStats } from '#islands/admin/dashboard/BusinessStats.tsx'
import { RoomUse } from '#islands/admin/dashboard/RoomUse.tsx'
import { MembershipDrawer, MembershipErrorDrawer } from '#islands/admin/memberships/MembershipDrawer.tsx'
import { formatMembershipCounts, MembershipsTable } from '#islands/admin/memberships/MembershipsTable.tsx'
import { NewsletterSubscribers } from '#islands/admin/messages/NewsletterSubscribers.tsx'
import { InviteDialog } from '#islands/admin/people/InviteDialog.tsx'
import { ChangeBar } from '#islands/admin/pricing/ChangeBar.tsx'
import { PriceField } from '#islands/admin/pricing/PriceField.tsx'
import { $stats } from '#stores/admin/dashboard/stats.ts'
import { WALK_IN_DRAFT } from '#stores/admin/desk/walk-in-form.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $prices } from '#stores/admin/prices/prices.ts'
import { day } from '../../domain/business.ts'
import { member, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()

test('the dashboard does not report an empty queue before it is loaded', async () => {
  const { element } = await mount(<ActionRequired waiting={undefined} />)
  expect(element.textContent).not.toContain('None')
})

async function mountStats(bookingsBefore: number) {
  const count = { bookings_count: 6, seats_count: 6, bookings_pending: 1 }
  const previous = { from: day('2026-11-18'), to: day('2026-11-24') }
  const span = { from: day('2026-11-25'), to: day('2026-12-01'), previous }
  const lists = { days: [], locations: [], methods: [], rooms: [] }
  const totals = { ...count, bookings_revenue_npr: 15_000 }
  const previousTotals = { ...count, bookings_count: bookingsBefore, bookings_revenue_npr: 1_000 }
  $stats.set({ stats: { ...span, totals, previousTotals, ...lists }, busy: false })
  return (await mount(<BusinessStats locations={[]} methods={{}} />)).element
}

test('the business is compared with the same weekdays before, which the screen defines', async () => {
  const element = await mountStats(6)
  const trends = [...element.querySelectorAll('dl span')].map((each) => [each.textContent, each.className])
  expect(trends).toEqual([
    ['±0%', ''],
    [`${npr(rupees(14_000))} more`, 'font-strong text-pipal'],
  ])
  expect(element.textContent).toContain(`more than on ${formatRange(day('2026-11-18'), day('2026-11-24'))}`)
  expect(element.textContent).toContain('as many days, on the same weekdays')
})

test('the business is not compared with fewer than five bookings', async () => {
  const element = await mountStats(4)
  expect(element.querySelectorAll('dl span')).toHaveLength(0)
  expect(element.querySelector('dl')?.textContent).not.toContain('Nov')
  expect(element.textContent).not.toContain('weekdays')
})

test('a chart of months has all of them, also those without bookings', async () => {
  const element = await mountStats(6)
  const { stats } = $stats.get()
  const days = [{ date: day('2026-11-20'), seats: 2, revenue: rupees(150), bookings: 2 }]
  await act(async () => stats && $stats.set({ stats: { ...stats, from: day('2026-01-01'), days }, busy: false }))
  expect(element.querySelectorAll('figure:first-child ol li')).toHaveLength(12)
})

test('the bar of a room fills the share of its hours that is reserved', async () => {
  const room = { roomId: 'ridge', name: 'Ridge', locationId: 'kausimaa', minutes: 90, bookable: 1_000 }
  const { element } = await mount(<RoomUse rooms={[room]} getLocationName={() => 'Kausimaa'} />)
  expect(element.querySelector('i')?.style.getPropertyValue('--v')).toBe('0.09')
  expect(element.textContent).toContain('9%')
})

test('phones show the charts and tables of the business on request', async () => {
  const element = await mountStats(6)
  const details = element.querySelector('#business-details')
  expect(details?.classList.contains('max-sm:hidden')).toBe(true)
  await click(findButton(element, 'Charts and tables'))
  expect(details?.classList.contains('max-sm:hidden')).toBe(false)
  expect(findButton(element, 'Hide charts and tables')?.getAttribute('aria-expanded')).toBe('true')
})

test('an invitation for the front desk is rejected without a location', async () => {
  const locations = { 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa', 'jhamsikhel-loft': 'Jhamsikhel Loft' }
  const { element } = await mount(<InviteDialog locations={locations} close={vi.fn()} />)
  const email = getField(element, '#invite-email')
  await type(email, 'desk@example.com')
  await click(element.querySelector('[type=submit]'))
  expect(element.textContent).toContain('Choose at least one location')
  expect(tab.requests).toEqual([])
})

test('an invalid price is focused and explained at its field and in the bar', async () => {
  const cell = PRICE_CELLS[0]
  if (!cell) throw new Error('no price')
  const names = { locations: { [cell.locationId]: 'Here' }, plans: { [cell.planId]: 'Day pass' } }
  const amounts = Object.fromEntries(PRICE_CELLS.map((each) => [cellName(each), paisa(950_000)]))
  $prices.set({ ...$prices.get(), list: { version: 1, amounts } })
  const { element } = await mount(
    <>
      <table>
        <tbody>
          <tr>
            <PriceField cell={cell} names={names} />
          </tr>
        </tbody>
      </table>
      <ChangeBar names={names} />
    </>,
  )
  const field = getField(element, '[data-cell]')
  await type(field, 'nine')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await act(async () => field.blur())
  await click(findButton(element, 'Save 1 price'))
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(element.querySelector('td')?.textContent).toBe('Enter rupees, like 9,500')
  expect(element.textContent).toContain('Fix before saving: Here, Day pass')
  await type(field, '100')
  expect(element.textContent).toContain('Here, Day pass, day: 9,500 → 100, a large change. Existing bookings keep')
})

test('an address typed during a removal from the newsletter stays', async () => {
  const { element } = await mount(<NewsletterSubscribers subscribers={2} />)
  const field = getField(element, 'input')
  await type(field, 'one@example.com')
  await click(element.querySelector('[type=submit]'))
  await type(field, 'two@example.com')
  await act(() => tab.next.respond(200, {}))
  expect(element.textContent).toContain('one@example.com was removed from the list.')
  expect(field.value).toBe('two@example.com')
})

test('a renewal replaces a draft booking only after confirmation', async () => {
  setDraftOwner('owner@example.com')
  saveDraft(WALK_IN_DRAFT, { name: 'Sita Rai' })
  const { element } = await mount(<MembershipDrawer row={member(1)} mayChange={false} close={vi.fn()} />)
  await click(element.querySelector('.members-more a'))
  expect(getDraft(WALK_IN_DRAFT)).toEqual({ name: 'Sita Rai' })
  expect(element.querySelector('dialog')?.textContent).toContain('The booking for Sita Rai is not placed yet.')
  await click([...element.querySelectorAll<HTMLElement>('dialog a')].at(-1) ?? null)
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({ name: 'Nisha Karki' })
})

test('a membership names its current booking and lists all, and offers a renewal only while it is active', async () => {
  const bookings = [
    { bookingId: 'BK-1', startDate: day('2026-11-01'), endDate: day('2026-11-30') },
    { bookingId: 'BK-2', startDate: day('2026-12-01'), endDate: day('2026-12-31') },
  ]
  const row = member(1, { bookingId: 'BK-2', bookings, company: 'Himal & Co', customerNotes: 'By the window' })
  const drawerOf = async (row: MembershipRow) =>
    (await mount(<MembershipDrawer row={row} mayChange={false} close={vi.fn()} />)).element
  const element = await drawerOf(row)
  const hrefs = [...element.querySelectorAll('a[href*=open]')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['BK-2', 'BK-2', 'BK-1'].map((id) => `/admin/bookings?open=${id}`))
  expect(element.textContent).toContain('Current booking')
  expect(element.textContent).toContain('Himal & Co')
  expect(element.textContent).toContain('By the window')
  expect(element.querySelector('.members-more')?.textContent).toBe('Renew for another month')
  const ended = await drawerOf(member(2, { status: 'expired' }))
  expect(ended.querySelector('.members-more')?.textContent).toBe('Book another month')
  expect(ended.querySelector('details')).toBeNull()
})

test('an active membership to come has its start in the tag of the list and of the drawer', async () => {
  const later = member(2, { startDate: day('2026-12-07') })
  const rows = [
    member(1),
    later,
    member(3, { startDate: day('2027-01-07') }),
    member(4, { status: 'pending', startDate: day('2026-12-07') }),
  ]
  const list = { busy: false, selectedId: undefined, isDrawerOpen: false, sortedByEnd: false }
  const { element } = await mount(<MembershipsTable rows={rows} {...list} />)
  expect(textsOf(element, '.tag')).toEqual(['Active', 'Starts 7 Dec', 'Starts 7 Jan 2027', 'Pending'])
  const tagOf = async (row: MembershipRow) =>
    (await mount(<MembershipDrawer row={row} mayChange={false} close={vi.fn()} />)).element.querySelector('.tag')
  expect((await tagOf(later))?.textContent).toBe('Starts 7 Dec')
  expect((await tagOf(member(1)))?.textContent).toBe('Active')
})

test.each([
  ['2027-01-09', '/ month'],
  ['2027-02-09', '/ 2 months'],
])('the amount of a membership that was first booked until %s is "%s"', async (endDate, unit) => {
  const booking = { bookingId: 'BK-1', startDate: day('2026-12-10'), endDate: day(endDate) }
  const row = member(1, { amount: rupees(9_500), bookings: [booking] })
  const { element } = await mount(<MembershipDrawer row={row} mayChange={false} close={vi.fn()} />)
  expect(element.querySelector('h2 + .num')?.textContent).toBe(`${npr(rupees(9_500))} ${unit}`)
})

test.each([
  [{ active: 5, starting: 2, ending: 1 }, '3 active, 2 starting later, 1 ending within 14 days'],
  [{ active: 5, starting: 0, ending: 1 }, '5 active, 1 ending within 14 days'],
])('the head of the memberships counts %o as "%s"', (counts, text) => {
  expect(formatMembershipCounts(counts)).toBe(text)
})

test('a member without an email address has no row for it', async () => {
  const { element } = await mount(<MembershipDrawer row={member(1, { email: '' })} mayChange={false} close={vi.fn()} />)
  const terms = textsOf(element, 'dt')
  expect(terms).toContain('Phone')
  expect(terms).not.toContain('Email')
})

test('the notice of a missing membership takes the focus and closes on Escape', async () => {
  const close = vi.fn()
  const { element } = await mount(<MembershipErrorDrawer failure={{ code: 'not_found' }} close={close} />)
  expect(element.textContent).toContain('Membership not found')
  expect(document.activeElement).toBe(element.querySelector('h2'))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(close).toHaveBeenCalledOnce()
})
