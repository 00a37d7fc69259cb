import { act } from 'react'
import { expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { paisa } from '#domain/money.ts'
import { BookingActions } from '#islands/admin/bookings/BookingActions.tsx'
import { $session } from '#stores/admin/session/session.ts'
import { row, staffSession } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const signInAs = (role: 'desk' | 'manager') =>
  act(async () => $session.set({ state: 'open', user: staffSession({ role }) }))
const mountActions = (over: Partial<BookingDetail>) =>
  mount(<BookingActions detail={{ ...row(1), difference: 0, hourPrice: null, ...over } as BookingDetail} />)

test('only managers can move a booking that has started', async () => {
  const getActions = async (role: 'desk' | 'manager', hasStarted: boolean) => {
    await signInAs(role)
    return textsOf((await mountActions({ state: 'confirmed', started: hasStarted })).element, 'button')
  }
  expect(await getActions('desk', false)).toContain('Move dates')
  expect(await getActions('desk', true)).not.toContain('Move dates')
  expect(await getActions('desk', true)).toContain('Cancel booking')
  expect(await getActions('manager', true)).toContain('Move dates')
})

test('a pending booking has one primary action, and what cannot be undone apart from the others', async () => {
  await signInAs('manager')
  const { element } = await mountActions({ state: 'pending_verification' })
  expect(textsOf(element, '.drawer-actions .button:not(.button-quiet)')).toEqual(['Record payment'])
  expect(textsOf(element, '.button-danger')).toEqual(['Cancel for the customer', 'Reject booking'])
  expect(textsOf(element, 'details .button-danger')).toEqual(['Cancel for the customer'])
  expect(textsOf(element, '.drawer-actions .button-danger')).toEqual([])
  await click(findButton(element, 'Reject booking'))
  expect(textsOf(element, '.booking-form .button-danger')).toEqual(['Reject this booking'])
})

test('staff read that the first day was closed before they confirm a booking', async () => {
  await signInAs('desk')
  const openForm = async (over: Partial<BookingDetail>) => {
    const { element } = await mountActions({ totalAmount: paisa(50_000), ...over })
    await click(findButton(element, 'Record payment'))
    return element.querySelector('.booking-form')?.textContent
  }
  expect(await openForm({ closedFirstDay: 'Elections' })).toContain('We are closed on 10 Dec 2026 (Elections).')
  expect(await openForm({})).not.toContain('We are closed')
})

test('the desk confirms only with money at the desk, a manager also with account payments', async () => {
  const getMethods = async (role: 'desk' | 'manager') => {
    await signInAs(role)
    const { element, show } = await mountActions({})
    await click(findButton(element, 'Record payment'))
    const offered = [...element.querySelectorAll('option')].map(({ value }) => value)
    const canReject = findButton(element, 'Reject booking') !== null
    await show(null)
    return { offered, canReject }
  }
  const atDesk = ['cash', 'counter_qr', 'card_terminal']
  expect(await getMethods('desk')).toEqual({ offered: atDesk, canReject: false })
  expect(await getMethods('manager')).toEqual({ offered: [...atDesk, 'qr_payment', 'bank_transfer'], canReject: true })
})

test('room hours are sold at their price where a booking can have more', async () => {
  await signInAs('desk')
  const { element: without } = await mountActions({ state: 'confirmed' })
  expect(findButton(without, 'Sell room hours')).toBeNull()
  const { element } = await mountActions({ state: 'confirmed', hourPrice: paisa(80_000) })
  await click(findButton(element, 'Sell room hours'))
  await type(getField(element, '#booking-hours'), '3')
  const submit = () => element.querySelector('[type=submit]')?.textContent
  expect(submit()).toMatch(/^Record NPR\s2,400$/)
  await type(getField(element, '#booking-hours'), '')
  expect(submit()).toBe('Record payment')
})
