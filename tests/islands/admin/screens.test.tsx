import { expect, test, vi } from 'vitest'
import { cellName, PRICE_CELLS } from '#domain/price-list.ts'
import { Waiting } from '#islands/admin/dashboard/Waiting.tsx'
import { Invite } from '#islands/admin/people/Invite.tsx'
import { ChangeBar } from '#islands/admin/pricing/ChangeBar.tsx'
import { PriceField } from '#islands/admin/pricing/PriceField.tsx'
import { $prices } from '#stores/admin/prices.ts'
import { type Tab, withTab } from '../../stores/admin/desk.ts'
import { mount, press, type } from '../booking/mount.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('of what has not come nobody says that nobody waits', async () => {
  const { element } = await mount(<Waiting waiting={undefined} />)
  expect(element.textContent).not.toContain('Nobody waits')
})

test('a front desk works nowhere until somebody says where', async () => {
  const places = { 'dhobighat-hub': 'Dhobighat Hub', kausimaa: 'Kausimaa', 'jhamsikhel-loft': 'Jhamsikhel Loft' }
  const { element } = await mount(<Invite places={places} close={vi.fn()} />)
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
  field.blur()
  await press([...element.querySelectorAll('button')].at(-1) ?? null)
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(element.querySelector('.price-problem')?.textContent).toBeTruthy()
  expect(element.textContent).toContain('To mend before saving: Here, Day pass')
})
