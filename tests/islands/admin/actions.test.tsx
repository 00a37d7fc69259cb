import { act } from 'react'
import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { BookingActions } from '#islands/admin/bookings/BookingActions.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { row, who } from '../../stores/admin/desk.ts'
import { buttonNamed, mount, press } from '../booking/mount.ts'

test('a booking that has begun is offered to be moved to managers alone', async () => {
  const offered = async (role: 'desk' | 'manager', begun: boolean) => {
    await act(async () => $session.set({ state: 'open', who: who({ role }) }))
    const detail = { ...row(1), state: 'confirmed', difference: 0, begun } as BookingDetail
    const { element } = await mount(<BookingActions detail={detail} />)
    return [...element.querySelectorAll('button')].map(({ textContent }) => textContent)
  }
  expect(await offered('desk', false)).toContain('Move dates')
  expect(await offered('desk', true)).not.toContain('Move dates')
  expect(await offered('desk', true)).toContain('Cancel booking')
  expect(await offered('manager', true)).toContain('Move dates')
})

test('a pending booking has one primary action and one red one', async () => {
  await act(async () => $session.set({ state: 'open', who: who({ role: 'manager' }) }))
  const detail = { ...row(1), state: 'pending_verification', difference: 0 } as BookingDetail
  const { element } = await mount(<BookingActions detail={detail} />)
  const labels = (selector: string) => [...element.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(labels('.drawer-actions .button:not(.button-quiet)')).toEqual(['Confirm by hand'])
  expect(labels('.drawer-actions .booking-bad')).toEqual(['Reject'])
  expect(labels('.drawer-actions .button')).toContain('Cancel for the customer')
})

test('the desk confirms by hand with cash alone, a manager with what is in the account too', async () => {
  const ways = async (role: 'desk' | 'manager') => {
    await act(async () => $session.set({ state: 'open', who: who({ role }) }))
    const { element, show } = await mount(<BookingActions detail={{ ...row(1), difference: 0 } as BookingDetail} />)
    const button = (label: string) => buttonNamed(element, label)
    await press(button('Confirm by hand'))
    const offered = [...element.querySelectorAll('option')].map(({ value }) => value)
    const isRejected = button('Reject') !== null
    await show(null)
    return { offered, isRejected }
  }
  expect(await ways('desk')).toEqual({ offered: ['cash'], isRejected: false })
  expect(await ways('manager')).toEqual({ offered: ['cash', 'qr_payment', 'bank_transfer'], isRejected: true })
})
