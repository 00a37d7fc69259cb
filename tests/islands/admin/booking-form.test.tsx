import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { paisa } from '#domain/money.ts'
import { BookingActions } from '#islands/admin/bookings/BookingActions.tsx'
import { NoteForm } from '#islands/admin/bookings/NoteForm.tsx'
import { getBookingDraftName } from '#stores/admin/bookings/edit.ts'
import { $selectedBooking } from '#stores/admin/bookings/selected-booking.ts'
import { getDraft } from '#stores/admin/form-drafts.ts'
import { $session } from '#stores/admin/session/session.ts'
import { row, staffSession, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, type } from '../booking/mount.ts'

const DETAIL = {
  ...row(1),
  ...{ firstName: 'Nisha', lastName: 'Karki', pan: '', difference: 0, hourPrice: null },
} as BookingDetail

const tab = withTab()
beforeEach(() => {
  $session.set({ state: 'open', user: staffSession() })
  $selectedBooking.set({ state: 'open', id: DETAIL.bookingId, detail: DETAIL })
  return startDrafts()
})

const findCancelButton = (element: HTMLElement) =>
  element.querySelector<HTMLElement>('.booking-form [type=submit] + button')

/** Opens the form that edits the customer. */
async function openEditForm(detail = DETAIL) {
  const { element, show } = await mount(<BookingActions detail={detail} />)
  await click(findButton(element, 'Edit customer'))
  return { element, show, name: getField(element, '#booking-firstName') }
}

test('Escape closes the form of a booking before the drawer and keeps its draft', async () => {
  const { element, name: field } = await openEditForm()
  const button = findButton(element, 'Edit customer')
  const name = () => element.querySelector<HTMLInputElement>('#booking-firstName')
  /** Returns whether the drawer handles the key. */
  const pressEscape = async () => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    await act(async () => document.activeElement?.dispatchEvent(event))
    return !event.defaultPrevented
  }
  await type(field, 'Nima')
  expect(await pressEscape()).toBe(false)
  expect(name()).toBeNull()
  expect(document.activeElement).toBe(button)
  expect(await pressEscape()).toBe(true)
  await click(button)
  expect(name()?.value).toBe('Nima')
  expect(button?.closest('[hidden]')).not.toBeNull()
  // Unlike Escape, its own button discards the draft.
  await click(findCancelButton(element))
  expect(document.activeElement).toBe(button)
  await click(button)
  expect(name()?.value).toBe('Nisha')
})

test('a late response to the form of another booking does not change the open form', async () => {
  const { element, show } = await openEditForm()
  await click(findButton(element, 'Save'))
  const sent = tab.next
  const other = { ...DETAIL, ...row(2) }
  act(() => $selectedBooking.set({ state: 'open', id: other.bookingId, detail: other }))
  await show(<BookingActions key="b" detail={other} />)
  await click(findButton(element, 'Edit customer'))
  const name = getField(element, '#booking-firstName')
  await type(name, 'Nima')
  const draftName = getBookingDraftName(other.bookingId, 'act/edit')
  expect(getDraft(draftName)).toEqual({ firstName: 'Nima' })
  await act(() => sent.respond(200, DETAIL))
  expect(getDraft(draftName)).toEqual({ firstName: 'Nima' })
  expect(document.activeElement).toBe(name)
})

test.each([
  ['remains when the request fails', 503, {}, { firstName: 'Nima' }],
  ['is deleted when the request succeeds', 200, DETAIL, undefined],
] as const)('the draft of a form closed during its request %s', async (_, status, body, expected) => {
  const { element, show, name } = await openEditForm()
  await type(name, 'Nima')
  await click(findButton(element, 'Save'))
  expect(findCancelButton(element)?.getAttribute('aria-disabled')).toBe('true')
  await click(findCancelButton(element))
  expect(name.isConnected).toBe(true)
  await act(async () => $selectedBooking.set({ state: 'none' }))
  await show(null)
  await act(() => tab.next.respond(status, body))
  expect(getDraft(getBookingDraftName(DETAIL.bookingId, 'act/edit'))).toEqual(expected)
})

test.each([
  ['is cleared', 'Has called', ''],
  ['keeps what was typed during the request', 'Has called twice', 'Has called twice'],
])('the field of an added note %s', async (_, typed, expected) => {
  const { element } = await mount(<NoteForm />)
  const field = getField(element, 'textarea')
  await type(field, 'Has called')
  await click(element.querySelector('button'))
  const sent = tab.next
  await type(field, typed)
  await act(() => sent.respond(200, DETAIL))
  expect(field.value).toBe(expected)
})

test('an action that succeeded despite a lost response closes its form without a warning', async () => {
  const { element, name } = await openEditForm({ ...DETAIL, state: 'confirmed' })
  await type(name, 'Nima')
  await click(findButton(element, 'Save'))
  await act(async () => tab.next.respond(503, {}))
  expect(element.querySelector('#booking-firstName')).not.toBeNull()
  const current = { ...DETAIL, firstName: 'Nima', customerName: 'Nima Karki', version: 2 }
  await act(async () => tab.next.respond(200, current))
  expect(element.querySelector('#booking-firstName')).toBeNull()
  expect(element.querySelector('[role=alert]')?.textContent).toBe('')
  expect(getDraft(getBookingDraftName(DETAIL.bookingId, 'act/edit'))).toBeUndefined()
})

test('selling room hours names their price, and the link is only sent to a customer with an email', async () => {
  const detail = { ...DETAIL, hourPrice: paisa(50_000) }
  const { element } = await mount(<BookingActions detail={detail} />)
  expect(findButton(element, 'Send a new link')).not.toBeNull()
  await click(findButton(element, 'Sell room hours'))
  expect(element.querySelector('#booking-hours-hint')?.textContent).toBe('NPR\u00a0500 an hour')
  const { element: withoutEmail } = await mount(<BookingActions detail={{ ...detail, email: '' }} />)
  expect(findButton(withoutEmail, 'Replace link')).not.toBeNull()
})
