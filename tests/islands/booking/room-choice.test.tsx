import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import { day } from '../../domain/business.ts'
import { errorResponse, fill, ok, type Page, Visitor } from '../../stores/booking/visitor.ts'
import { waitFor } from '../../support/wait-for.ts'
import { click, findButton, getField, mount, textsOf } from './mount.ts'
import { OFFERING } from './offering.ts'

const ROOM = { id: 'walnut-room', name: 'Walnut room', seats: 8, pricePerHour: paisa(80_000) }
const CHOSEN = { roomId: 'walnut-room', start: '10:00', end: '12:00' }

/** Opens the add-ons of a day pass on 10 December 2026 with two hours, at a location with one room. */
async function openAddOns(visitor = new Visitor(), free = [{ start: '09:00', end: '12:00' }]) {
  visitor.responses['GET /api/rooms/availability'] = () => ok({ rooms: free.length > 0 ? [{ ...ROOM, free }] : [] })
  const page = await visitor.openPage()
  await fill(page)
  page.choosePlan('explorer')
  page.changeDraft({ meetingRoomHours: 2 })
  await act(() => page.goToStep(3))
  vi.stubGlobal('scrollTo', () => {})
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(vi.dynamicImportSettled)
  await act(async () => waitFor(() => expect(visitor.requests.some(({ path }) => /rooms/.test(path))).toBe(true)))
  await act(vi.dynamicImportSettled)
  return { visitor, page, element }
}

const times = (element: Element) =>
  textsOf(element, '#room-time option:not([value=""])').map((text) => text.slice(0, 5))
const choose = (element: Element, start: string) =>
  act(async () => {
    const field = getField(element, '#room-time')
    field.value = start
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
const summary = (element: Element) => element.querySelector('aside')?.textContent
const change = (page: Page, choices: Parameters<Page['changeDraft']>[0]) => act(async () => page.changeDraft(choices))

describe('the room of a day pass', () => {
  test('is one of the free times of its day, as long as the hours, and part of the booking', async () => {
    const { visitor, page, element } = await openAddOns()
    const request = visitor.requests.find(({ path }) => path === '/api/rooms/availability')
    expect(Object.fromEntries(request?.query ?? [])).toEqual({ location: 'dhobighat-hub', date: '2026-12-10' })
    expect(element.textContent).toContain('Choose a room for 10 Dec 2026')
    expect(times(element)).toEqual(['09:00', '09:30', '10:00'])
    await choose(element, '10:00')
    expect(element.textContent).toContain('2 hours in Walnut room, 10:00–12:00.')
    expect(summary(element)).toContain('RoomWalnut room, 10:00–12:00')
    await act(() => page.placeDraft())
    expect(visitor.placements[0]?.body).toMatchObject({ meetingRoomHours: 2, rooms: [CHOSEN] })
  })

  test('can be left for later', async () => {
    const { visitor, page, element } = await openAddOns()
    await choose(element, '10:00')
    await click(findButton(element, 'Choose later'))
    expect(document.activeElement?.id).toBe('room-choice')
    expect(summary(element)).not.toContain('Walnut room')
    await act(() => page.placeDraft())
    expect(visitor.placements[0]?.body).not.toHaveProperty('rooms')
  })

  test('survives a reload, and counts only for its day, location, plan and hours', async () => {
    const { visitor, page, element } = await openAddOns()
    await choose(element, '10:00')
    for (const choices of [
      { startDate: day('2026-12-11') },
      { locationId: 'kausimaa' },
      { planId: 'professional' as const },
      { meetingRoomHours: 1 },
    ]) {
      const before = page.$draft.get()
      await change(page, choices)
      expect(summary(element)).not.toContain('Walnut room')
      await act(async () => page.$draft.set(before))
      expect(summary(element)).toContain('Walnut room')
    }
    const reloaded = await openAddOns(visitor)
    expect(summary(reloaded.element)).toContain('RoomWalnut room, 10:00–12:00')
  })

  test('is named when it does not fit the hours any more', async () => {
    const { page, element } = await openAddOns()
    expect(element.textContent).not.toContain('no longer chosen')
    await choose(element, '10:00')
    await change(page, { meetingRoomHours: 3 })
    expect(element.textContent).toContain(
      'Walnut room, 10:00–12:00, is no longer chosen, because you book 3 hours now.',
    )
    await choose(element, '09:00')
    expect(element.textContent).not.toContain('no longer chosen')
  })

  test('shows beside the choice that the room was taken at the placement, and keeps everything else', async () => {
    const { visitor, page, element } = await openAddOns()
    await choose(element, '10:00')
    await act(() => page.goToStep(4))
    const message = 'Walnut room is not free at this time. Free on 10 Dec 2026: 09:00–11:00.'
    visitor.responses['POST /api/bookings'] = () =>
      errorResponse(409, { code: 'sold_out', message, fields: { 'rooms.0': message } })
    visitor.responses['GET /api/rooms/availability'] = () =>
      ok({ rooms: [{ ...ROOM, free: [{ start: '09:00', end: '11:00' }] }] })
    await act(() => page.placeDraft())
    await act(vi.dynamicImportSettled)
    expect(page.$step.get()).toBe(3)
    await act(async () => waitFor(() => expect(times(element)).toEqual(['09:00'])))
    expect(element.textContent).toContain(message)
    expect(page.$draft.get()).toMatchObject({ meetingRoomHours: 2, contactInfo: { firstName: 'Aarati' } })
    await choose(element, '09:00')
    expect(element.textContent).not.toContain(message)
  })

  test('is no longer named as chosen when its time is not free after a reload', async () => {
    const { visitor, element } = await openAddOns()
    await choose(element, '10:00')
    expect(element.textContent).toContain('2 hours in Walnut room, 10:00–12:00.')
    const reloaded = await openAddOns(visitor, [{ start: '09:00', end: '11:00' }])
    expect(reloaded.element.textContent).toContain('Walnut room is no longer free at 10:00–12:00.')
    expect(reloaded.element.textContent).not.toContain('2 hours in Walnut room')
    await click(findButton(reloaded.element, 'Choose later'))
    expect(reloaded.element.textContent).not.toContain('no longer free')
    expect(summary(reloaded.element)).not.toContain('Walnut room')
  })

  test('is not offered with a longer plan, without hours or without rooms', async () => {
    const { page, element } = await openAddOns()
    await change(page, { planId: 'professional' })
    expect(element.textContent).not.toContain('Choose a room')
    expect(element.textContent).not.toContain('Add an hour')
    await change(page, { planId: 'explorer', meetingRoomHours: 0 })
    expect(element.textContent).not.toContain('Choose a room')
    expect(element.textContent).toContain('Add an hour to choose a room and time.')
    const without = await openAddOns(new Visitor(), [])
    expect(without.element.textContent).not.toContain('Choose a room')
  })
})
