import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { BookingsTable } from '#islands/admin/BookingsTable.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { row, staffSession } from '../../stores/admin/staff-tab.ts'
import { mount, textsOf } from '../booking/mount.ts'

test('the columns of the bookings have a name also on phones, where no header sorts', async () => {
  const sorting = { sort: 'name', order: 'asc', sortBy: () => {} } as const
  const { element } = await mount(<BookingsTable caption="Bookings" rows={[row(1)]} methods={{}} sorting={sorting} />)
  for (const button of element.querySelectorAll('th .max-sm\\:hidden')) button.remove()
  const names = ['Customer', 'Contact', 'Location and plan', 'Dates', 'Method', 'Amount', 'Status']
  const columns = [...names, 'Payment to review', 'Created']
  expect(textsOf(element, 'th[scope=col]')).toEqual(columns)
})

test('the bookings of teams have the number of their seats', async () => {
  const rows = [row(1), row(2, { seats: 3 })]
  const { element } = await mount(<BookingsTable caption="Bookings" rows={rows} methods={{}} />)
  expect(textsOf(element, '.cell-plan small')).toEqual(['Explorer', 'Explorer, 3 seats'])
})

test('a manager decides about a payment beside one to check, and the front desk is not asked to', async () => {
  const paymentToCheck = { paymentId: 'transfer', amount: paisa(50_000), receipts: [] }
  const rows = [
    row(1, { state: 'pending_verification', paymentToCheck, paymentToDecide: 'mismatch', attention: 'amount_differs' }),
    row(2, { paymentToCheck, paymentToDecide: 'transfer' }),
    row(3, { state: 'needs_decision', paymentToDecide: 'paid' }),
    row(4, { state: 'cancelled', paymentToDecide: 'due', attention: 'refund_due' }),
    row(5, { state: 'confirmed', paymentToDecide: 'second', attention: 'paid_twice' }),
  ]
  const show = async (role: 'manager' | 'desk') => {
    $session.set({ state: 'open', user: staffSession({ role }) })
    const { element } = await mount(<BookingsTable caption="Bookings" rows={rows} methods={{}} />)
    const links = [...element.querySelectorAll('a[href^="/admin/payments"]')]
    return links.map((link) => [link.textContent?.split(/ of |: /)[0], link.getAttribute('href')])
  }
  const check = ['Verify payment', '/admin/payments?open=transfer']
  expect(await show('manager')).toEqual([
    check,
    ['Verify payment', '/admin/payments?open=mismatch'],
    check,
    ['Move or refund', '/admin/payments?open=paid'],
    ['Decide on refund', '/admin/payments?open=due'],
    ['Decide on refund', '/admin/payments?open=second'],
  ])
  expect(await show('desk')).toEqual([check, check])
})
