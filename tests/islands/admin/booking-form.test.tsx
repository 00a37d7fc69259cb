import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { BookingActions } from '#islands/admin/bookings/BookingActions.tsx'
import { NoteForm } from '#islands/admin/bookings/NoteForm.tsx'
import { getDraftName } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { getDraft, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { row, type Tab, who, withTab } from '../../stores/admin/desk.ts'
import { KeptStorage } from '../../support/kept.ts'
import { buttonNamed, mount, press, type } from '../booking/mount.ts'

const DETAIL = { ...row(1), firstName: 'Nisha', lastName: 'Karki', difference: 0 } as BookingDetail

let tab: Tab
withTab((opened) => {
  tab = opened
})
beforeEach(() => {
  const putBack = replaceEnvironment({ tabStorage: new KeptStorage().storage })
  $session.set({ state: 'open', who: who() })
  setDraftOwner(who().email)
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return putBack
})

test('Escape puts the form of a booking away before it closes the drawer, and takes nothing that was typed', async () => {
  const { element } = await mount(<BookingActions detail={DETAIL} />)
  const edit = buttonNamed(element, 'Edit customer')
  const name = () => element.querySelector<HTMLInputElement>('#booking-firstName')
  /** Whether it is left to the drawer. */
  const pressEscape = async () => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    await act(async () => document.activeElement?.dispatchEvent(event))
    return !event.defaultPrevented
  }
  await press(edit)
  const field = name()
  if (!field) throw new Error('no field')
  await type(field, 'Nima')
  expect(await pressEscape()).toBe(false)
  expect(name()).toBeNull()
  expect(document.activeElement).toBe(edit)
  expect(await pressEscape()).toBe(true)
  await press(edit)
  expect(name()?.value).toBe('Nima')
  // Pressed once more, its button gives it up.
  await press(edit)
  await press(edit)
  expect(name()?.value).toBe('Nisha')
})

test('the form of another drawer goes on when the one that was sent before it is answered', async () => {
  const button = (element: Element, name: string) => buttonNamed(element, name)
  const { element, show } = await mount(<BookingActions key="a" detail={DETAIL} />)
  await press(button(element, 'Edit customer'))
  await press(button(element, 'Save'))
  const sent = tab.next
  const other = { ...DETAIL, ...row(2) }
  act(() => $selectedBooking.set({ state: 'open', id: other.bookingId, detail: other }))
  await show(<BookingActions key="b" detail={other} />)
  await press(button(element, 'Edit customer'))
  const name = element.querySelector<HTMLInputElement>('#booking-firstName')
  if (!name) throw new Error('no field')
  await type(name, 'Nima')
  const what = getDraftName(other.bookingId, 'act/edit')
  expect(getDraft(what)).toEqual({ firstName: 'Nima' })
  await act(() => sent.answer(200, DETAIL))
  expect(getDraft(what)).toEqual({ firstName: 'Nima' })
  expect(document.activeElement).toBe(name)
})

test.each([
  ['is kept where that fails', 503, {}, { firstName: 'Nima' }],
  ['is forgotten once it is done', 200, DETAIL, undefined],
] as const)('what was typed into a form that goes out of sight while it is sent %s', async (_, status, body, left) => {
  const { element, show } = await mount(<BookingActions detail={DETAIL} />)
  const button = (name: string) => buttonNamed(element, name)
  await press(button('Edit customer'))
  const name = element.querySelector<HTMLInputElement>('#booking-firstName')
  if (!name) throw new Error('no field')
  await type(name, 'Nima')
  await press(button('Save'))
  // Another form would take the place of what is being sent.
  expect(button('Cancel for the customer')?.getAttribute('aria-disabled')).toBe('true')
  for (const other of ['Cancel for the customer', 'Edit customer']) await press(button(other))
  expect(name.isConnected).toBe(true)
  await act(async () => $selectedBooking.set({ state: 'none' }))
  await show(null)
  await act(() => tab.next.answer(status, body))
  expect(getDraft(getDraftName(DETAIL.bookingId, 'act/edit'))).toEqual(left)
})

test.each([
  ['is cleared', 'Has called', ''],
  ['keeps what was typed while it was sent', 'Has called twice', 'Has called twice'],
])('a note that was added %s', async (_, typed, left) => {
  const { element } = await mount(<NoteForm />)
  const field = element.querySelector('textarea')
  if (!field) throw new Error('no field')
  await type(field, 'Has called')
  await press(element.querySelector('button'))
  const sent = tab.next
  await type(field, typed)
  await act(() => sent.answer(200, DETAIL))
  expect(field.value).toBe(left)
})

test('what was done after all closes its form, and says so', async () => {
  const { element } = await mount(<BookingActions detail={{ ...DETAIL, state: 'confirmed' }} />)
  const button = (name: string) => buttonNamed(element, name)
  await press(button('Edit customer'))
  const name = element.querySelector<HTMLInputElement>('#booking-firstName')
  if (!name) throw new Error('no field')
  await type(name, 'Nima')
  await press(button('Save'))
  await act(async () => tab.next.answer(503, {}))
  expect(element.querySelector('#booking-firstName')).not.toBeNull()
  const now = { ...DETAIL, firstName: 'Nima', customerName: 'Nima Karki', version: 2 }
  await act(async () => tab.next.answer(200, now))
  expect(element.querySelector('#booking-firstName')).toBeNull()
  const said = element.querySelector('[role=alert]')?.textContent
  expect(said).toContain('It was done after all.')
  expect(said).toContain('Customer: Nisha Karki → Nima Karki')
  expect(said).not.toContain('Somebody else')
  await press(button('Edit customer'))
  expect(element.querySelector('[role=alert]')?.textContent).toBe('')
})
