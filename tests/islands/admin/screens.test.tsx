import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { ActionRequired } from '#islands/admin/dashboard/ActionRequired.tsx'
import { BusinessStats } from '#islands/admin/dashboard/BusinessStats.tsx'
import { MembershipDrawer, UnavailableMembership } from '#islands/admin/memberships/MembershipDrawer.tsx'
import { NewsletterSubscribers } from '#islands/admin/messages/NewsletterSubscribers.tsx'
import { InviteDialog } from '#islands/admin/people/InviteDialog.tsx'
import { ChangeBar } from '#islands/admin/pricing/ChangeBar.tsx'
import { PriceField } from '#islands/admin/pricing/PriceField.tsx'
import { $stats } from '#stores/admin/dashboard/stats.ts'
import { WALK_IN_DRAFT } from '#stores/admin/desk/walk-in-form.ts'
import { getDraft, saveDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $prices } from '#stores/admin/prices/prices.ts'
import { member, type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount, press, type } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('of what has not come nobody says that nobody waits', async () => {
  const { element } = await mount(<ActionRequired waiting={undefined} />)
  expect(element.textContent).not.toContain('Nobody waits')
})

test('what is as it was before is coloured neither as better nor as worse', async () => {
  const figures = (bookings_count: number, revenue: number) => ({
    bookings_count,
    bookings_revenue_npr: revenue,
    bookings_pending: 1,
  })
  const span = { from: '2026-11-25', to: '2026-12-01', before: { from: '2026-11-18', to: '2026-11-24' } }
  const lists = { days: [], locations: [], methods: [] }
  $stats.set({ stats: { ...span, figures: figures(5, 100), figuresBefore: figures(5, 50), ...lists }, busy: false })
  const { element } = await mount(<BusinessStats locations={[]} methods={{}} />)
  const said = [...element.querySelectorAll('.dash-counters span')].map((said) => [said.textContent, said.className])
  expect(said).toEqual([
    ['±0%', ''],
    ['+100%', 'dash-up'],
    ['±0%', ''],
  ])
})

test('a front desk works nowhere until somebody says where', async () => {
  const places = { 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa', 'jhamsikhel-loft': 'Jhamsikhel Loft' }
  const { element } = await mount(<InviteDialog places={places} close={vi.fn()} />)
  const email = element.querySelector<HTMLInputElement>('#invite-email')
  if (!email) throw new Error('no field')
  await type(email, 'desk@example.com')
  await press(element.querySelector('[type=submit]'))
  expect(element.textContent).toContain('Choose at least one location')
  expect(tab.asked).toEqual([])
})

test('a price that cannot be saved says why where the focus is sent, and in the bar', async () => {
  const cell = PRICE_CELLS[0]
  if (!cell) throw new Error('no price')
  const names = { locations: { [cell.locationId]: 'Here' }, plans: { [cell.planId]: 'Day pass' } }
  const amounts = Object.fromEntries(PRICE_CELLS.map((each) => [cellName(each), 950_000]))
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
  const field = element.querySelector<HTMLInputElement>('[data-cell]')
  if (!field) throw new Error('no field')
  await type(field, 'nine')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await act(async () => field.blur())
  await press([...element.querySelectorAll('button')].at(-1) ?? null)
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(element.querySelector('.price-problem')?.textContent).toBeTruthy()
  expect(element.textContent).toContain('To mend before saving: Here, Day pass')
})

test('an address typed while another one is taken off the newsletter stays', async () => {
  const { element } = await mount(<NewsletterSubscribers subscribers={2} />)
  const field = element.querySelector('input')
  if (!field) throw new Error('no field')
  await type(field, 'one@example.com')
  await press(element.querySelector('button'))
  await type(field, 'two@example.com')
  await act(() => tab.next.answer(200, {}))
  expect(element.textContent).toContain('one@example.com is off the list.')
  expect(field.value).toBe('two@example.com')
})

test('a booking that is half typed is not filled over before somebody says so', async () => {
  setDraftOwner('owner@example.com')
  saveDraft(WALK_IN_DRAFT, { name: 'Sita Rai' })
  const { element } = await mount(<MembershipDrawer row={member(1)} mayChange={false} close={vi.fn()} />)
  await press(element.querySelector('.members-more a'))
  expect(getDraft(WALK_IN_DRAFT)).toEqual({ name: 'Sita Rai' })
  expect(element.querySelector('dialog')?.textContent).toContain('What was typed for Sita Rai is not booked yet.')
  await press([...element.querySelectorAll<HTMLElement>('dialog a')].at(-1) ?? null)
  expect(getDraft(WALK_IN_DRAFT)).toMatchObject({ name: 'Nisha Karki' })
})

test('a member who gave no address has no row for it', async () => {
  const { element } = await mount(<MembershipDrawer row={member(1, { email: '' })} mayChange={false} close={vi.fn()} />)
  const terms = [...element.querySelectorAll('.drawer-facts dt')].map(({ textContent }) => textContent)
  expect(terms).toContain('Phone')
  expect(terms).not.toContain('Email')
})

test('what says that a membership is not there takes the focus, and Escape closes it', async () => {
  const close = vi.fn()
  const { element } = await mount(<UnavailableMembership failure={{ code: 'not_found' }} close={close} />)
  expect(element.textContent).toContain('There is no such membership')
  expect(document.activeElement).toBe(element.querySelector('h2'))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(close).toHaveBeenCalledOnce()
})
