import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RoomReservationRow } from '#contract/admin/rooms.ts'
import { DayOfRooms } from '#islands/admin/rooms/DayOfRooms.tsx'
import type { GridPosition } from '#islands/admin/rooms/lay-out-rooms.ts'
import { type RoomDay, roomDay } from '#stores/admin/desk/rooms.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day, time } from '../../domain/business.ts'
import { errorBody, staffSession, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const DATE = day('2026-12-10')
const interval = (start: string, end: string) => ({ start: time(start), end: time(end) })
const RESERVATION: RoomReservationRow = {
  reservationId: 'r1',
  roomId: 'walnut-room',
  roomName: 'Walnut room',
  date: DATE,
  ...interval('10:00', '12:00'),
  booking: {
    bookingId: 'BK-1796000000001-AAAA',
    customerName: 'Nisha Karki',
    planName: 'Professional',
    email: 'nisha@example.com',
    phone: '+9779841234567',
  },
  reason: null,
  block: null,
}
const BLOCK: RoomReservationRow = {
  ...RESERVATION,
  reservationId: 'r2',
  roomId: 'window-room',
  roomName: 'Window room',
  ...interval('08:00', '09:00'),
  booking: null,
  reason: 'Painting',
}
const FOUND = {
  bookingId: 'BK-1796000000001-AAAA',
  customerName: 'Nisha Karki',
  planName: 'Professional',
  minutes: 90,
}
const DAY: RoomDay = {
  locationId: 'dhobighat-hub',
  locationName: 'Dhobighat Hub',
  date: DATE,
  rooms: [
    {
      id: 'walnut-room',
      name: 'Walnut room',
      seats: 8,
      hours: interval('08:00', '14:00'),
      free: [interval('08:00', '09:30'), interval('12:30', '14:00')],
    },
    {
      id: 'window-room',
      name: 'Window room',
      seats: 4,
      hours: interval('08:00', '13:00'),
      free: [interval('09:00', '13:00')],
    },
  ],
  reservations: [BLOCK, RESERVATION],
}

/** Chooses an option of a select. */
const choose = (element: Element, selector: string, value: string) =>
  act(async () => {
    const field = element.querySelector<HTMLSelectElement>(selector)
    if (field) field.value = value
    field?.dispatchEvent(new Event('change', { bubbles: true }))
  })

const CHANGED: { current: GridPosition | undefined } = { current: undefined }

const tab = withTab(() => tab.open('/admin/rooms?location=dhobighat-hub&date=2026-12-10'))
beforeEach(async () => {
  CHANGED.current = undefined
  $session.set({ state: 'open', user: staffSession() })
  await tab.respondTo(roomDay.open(), 200, DAY)
})

const press = (key: string) =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
const cells = (element: Element, selector = 'tbody button') => [
  ...element.querySelectorAll<HTMLElement>(`[role=grid] ${selector}`),
]
const findCell = (element: Element, text: string) =>
  cells(element).find(({ textContent }) => textContent.startsWith(text))
const submit = (element: Element) => click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))

describe('the grid of rooms', () => {
  test('shows reservations, blocks and times that stay free, with one tab stop', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    const rows = [...element.querySelectorAll('[role=grid] tbody tr')].map((row) => [
      row.querySelector('th')?.textContent,
      ...textsOf(row, 'button'),
    ])
    expect(rows).toEqual([
      ['08:00', 'Free, 08:00, Walnut room', 'Blocked: Painting 08:00–09:00, Window room'],
      ['08:30', 'Free, 08:30, Walnut room'],
      ['09:00', 'Free, 09:00, Walnut room', 'Free, 09:00, Window room'],
      ['09:30', 'Kept freeKept free, 09:30, Walnut room', 'Free, 09:30, Window room'],
      ['10:00', 'Nisha Karki 10:00–12:00, Walnut room', 'Free, 10:00, Window room'],
      ['10:30', 'Free, 10:30, Window room'],
      ['11:00', 'Free, 11:00, Window room'],
      ['11:30', 'Free, 11:30, Window room'],
      ['12:00', 'Kept freeKept free, 12:00, Walnut room', 'Free, 12:00, Window room'],
      ['12:30', 'Free, 12:30, Walnut room', 'Free, 12:30, Window room'],
      ['13:00', 'Free, 13:00, Walnut room', 'Closed, 13:00, Window room'],
      ['13:30', 'Free, 13:30, Walnut room', 'Closed, 13:30, Window room'],
    ])
    expect(cells(element, 'tbody [tabindex="0"]').map(({ textContent }) => textContent)).toEqual([
      'Free, 08:00, Walnut room',
    ])
  })

  test('labels adjacent times that stay free once', async () => {
    const rooms = DAY.rooms.map((room) => ({ ...room, free: [interval('12:30', '14:00')] }))
    const { element } = await mount(<DayOfRooms day={{ ...DAY, rooms }} changed={CHANGED} />)
    expect(cells(element).filter(({ textContent }) => textContent.startsWith('Kept freeKept free'))).toHaveLength(3)
  })

  test('shows past times', async () => {
    vi.setSystemTime(Date.parse('2026-12-10T03:00:00Z'))
    const { element } = await mount(
      <DayOfRooms day={{ ...DAY, rooms: DAY.rooms.map((room) => ({ ...room, free: [] })) }} changed={CHANGED} />,
    )
    expect(cells(element).map(({ textContent }) => textContent)).toContain('Past, 08:00, Walnut room')
    expect(cells(element).map(({ textContent }) => textContent)).not.toContain('Past, 09:00, Walnut room')
  })

  test('moves by arrow keys over a long reservation, and to the ends of the day', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await act(async () => findCell(element, 'Kept freeKept free, 09:30')?.focus())
    const focused = async (key: string) => {
      await press(key)
      return document.activeElement?.textContent
    }
    expect(await focused('ArrowDown')).toMatch(/^Nisha Karki/)
    expect(await focused('ArrowDown')).toMatch(/^Kept freeKept free, 12:00/)
    expect(await focused('ArrowUp')).toMatch(/^Nisha Karki/)
    expect(await focused('ArrowRight')).toBe('Free, 10:00, Window room')
    expect(await focused('ArrowDown')).toBe('Free, 10:30, Window room')
    expect(await focused('ArrowLeft')).toMatch(/^Nisha Karki/)
    // The row is still that of the key before, which is not the start of the reservation.
    expect(await focused('ArrowRight')).toBe('Free, 10:30, Window room')
    expect(await focused('ArrowRight')).toBe('Free, 10:30, Window room')
    expect(await focused('Home')).toMatch(/^Blocked/)
    expect(await focused('ArrowUp')).toMatch(/^Blocked/)
    expect(await focused('End')).toBe('Closed, 13:30, Window room')
  })

  test('opens nothing at a time that is not free', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findCell(element, 'Kept free') ?? null)
    expect(element.querySelector('dialog')).toBeNull()
  })

  test('names the reservations outside changed opening hours', async () => {
    const rooms = DAY.rooms.map((room) => ({ ...room, hours: interval('08:00', '11:00') }))
    const { element, show } = await mount(<DayOfRooms day={{ ...DAY, rooms }} changed={CHANGED} />)
    expect(textsOf(element, '.note li')).toEqual(['Walnut room, 10:00–12:00: Nisha Karki'])
    await show(<DayOfRooms day={DAY} changed={CHANGED} />)
    expect(element.querySelector('.note')).toBeNull()
  })

  test('names why the day is closed, and its reservations', async () => {
    const rooms = DAY.rooms.map((room) => ({ ...room, hours: null, free: [] }))
    const closed = { ...DAY, closed: 'Tihar', nextOpenDay: day('2026-12-12'), rooms }
    const { element, show } = await mount(<DayOfRooms day={closed} changed={CHANGED} />)
    expect(element.textContent).toContain('Closed: Tihar. Move or release the reservations of this day.')
    expect(findCell(element, 'Nisha Karki')?.textContent).toContain('must move')
    expect(textsOf(element, 'section .tag')).toEqual(['Must move'])
    expect(element.textContent).toContain('Arrow keys move')
    for (const text of ['Choose a free time', 'No free time left', 'Free:'])
      expect(element.textContent).not.toContain(text)
    expect(element.querySelector('.note a')?.getAttribute('href')).toBe('/admin/closures')
    await show(<DayOfRooms day={{ ...closed, reservations: [] }} changed={CHANGED} />)
    expect(element.textContent).not.toContain('Arrow keys move')
    await click(findButton(element, 'Go to 12 Dec 2026, the next open day'))
    expect(roomDay.$day.get().date).toBe('2026-12-12')
  })
})

describe('reserving a room', () => {
  async function openForm() {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findCell(element, 'Free, 12:30, Walnut') ?? null)
    return element
  }

  test('offers the confirmed bookings of the day and sends the chosen one with a key', async () => {
    const element = await openForm()
    await submit(element)
    expect(element.querySelector('dialog')?.textContent).toContain('Choose a booking')
    await type(getField(element, '#room-booking'), 'nisha')
    await act(() => vi.advanceTimersByTimeAsync(150))
    const search = tab.next
    expect(search).toMatchObject({
      path: '/api/admin/rooms/bookings',
      query: { q: 'nisha', location: 'dhobighat-hub', date: DATE },
    })
    const used = { ...FOUND, bookingId: 'BK-1796000000002-AAAA', minutes: 0 }
    const short = { ...FOUND, bookingId: 'BK-1796000000003-AAAA', minutes: 30 }
    await act(() => search.respond(200, { bookings: [FOUND, short, used] }))
    const choices = [...element.querySelectorAll<HTMLInputElement>('input[name=room-booking-found]')]
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
      expect.stringMatching(/1\.5 hours left$/),
      expect.stringMatching(/Only 30 minutes left\. Choose a shorter time, or sell more hours on the booking\.$/),
    ])
    expect(choices.map(({ disabled }) => disabled)).toEqual([false, true])
    expect(textsOf(element, 'dialog summary')).toEqual(['1 booking with no room hours left'])
    expect(element.querySelector('dialog details')?.textContent).toContain(used.bookingId)
    await click(getField(element, 'input[name=room-booking-found]'))
    await submit(element)
    const sent = tab.take('/api/admin/rooms/reservations', 'POST')
    expect(sent.key).not.toBeNull()
    expect(sent.body).toEqual({
      roomId: 'walnut-room',
      date: DATE,
      ...interval('12:30', '13:30'),
      bookingId: FOUND.bookingId,
    })
    await act(() => sent.respond(200, DAY))
    await act(() => tab.take('/api/admin/rooms').respond(200, DAY))
    expect(element.querySelector('dialog')).toBeNull()
  })

  test('reports what the server rejects in the form', async () => {
    const element = await openForm()
    await act(() => vi.advanceTimersByTimeAsync(150))
    await act(() => tab.next.respond(200, { bookings: [FOUND] }))
    await click(getField(element, 'input[name=room-booking-found]'))
    await submit(element)
    const fields = { minutes: 'This booking has 30 minutes left this month. Choose a shorter time' }
    await act(() => tab.take('/api/admin/rooms/reservations', 'POST').respond(422, errorBody('invalid', { fields })))
    expect(element.querySelector('dialog .error')?.textContent).toContain('30 minutes left')
  })

  test('asks for the booking again after the purpose was changed', async () => {
    const element = await openForm()
    await act(() => vi.advanceTimersByTimeAsync(150))
    await act(() => tab.next.respond(200, { bookings: [FOUND] }))
    await click(getField(element, 'input[name=room-booking-found]'))
    await click(getField(element, 'input[value=block]'))
    await click(getField(element, 'input[value=book]'))
    await submit(element)
    expect(element.querySelector('dialog')?.textContent).toContain('Choose a booking')
    expect(tab.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('blocks a room for a reason, which the front desk cannot', async () => {
    const element = await openForm()
    await click(getField(element, 'input[value=block]'))
    expect(element.querySelector('dialog h2')?.textContent).toBe('Block a roomDhobighat Hub, Thursday, 10 Dec 2026')
    await type(getField(element, '#room-reason'), 'Painting')
    await submit(element)
    const sent = tab.take('/api/admin/rooms/reservations', 'POST')
    expect(sent.body).toMatchObject({ reason: 'Painting', date: DATE, lastDay: DATE })
    await act(() => sent.respond(409, errorBody('sold_out')))
    await type(getField(element, '#room-last-day'), '2026-12-14')
    await submit(element)
    expect(tab.take('/api/admin/rooms/reservations', 'POST').body).toMatchObject({ date: DATE, lastDay: '2026-12-14' })
    await act(async () => $session.set({ state: 'open', user: staffSession({ role: 'desk' }) }))
    const ofDesk = await openForm()
    expect(ofDesk.querySelector('input[value=block]')).toBeNull()
    expect(findButton(ofDesk, 'Block a room')).toBeNull()
  })

  test('starts with a block from its own button', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findButton(element, 'Block a room'))
    expect(getField(element, 'input[value=block]').checked).toBe(true)
    expect(getField(element, '#room-start').value).toBe('08:00')
  })
})

describe('a reservation', () => {
  async function openByKey(key: string, text = 'Nisha Karki') {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await act(async () => findCell(element, text)?.focus())
    await press(key)
    return element
  }

  test('moves with the key M, to another day too', async () => {
    const element = await openByKey('m')
    expect(element.querySelector('dialog')?.textContent).toContain('The customer gets an email with the change.')
    await type(getField(element, '#room-date'), '2026-12-11')
    await submit(element)
    const sent = tab.take('/api/admin/rooms/reservations/r1', 'PATCH')
    expect(sent.body).toEqual({ roomId: 'walnut-room', date: '2026-12-11', ...interval('10:00', '12:00') })
    await act(() => sent.respond(200, DAY))
    expect(tab.take('/api/admin/rooms').query).toMatchObject({ date: '2026-12-11' })
    expect(tab.url.search).toContain('date=2026-12-11')
  })

  test('is released with the key Delete after a confirmation, and a conflict is reported', async () => {
    const element = await openByKey('Delete')
    expect(element.querySelector('dialog')?.textContent).toContain('The customer gets an email.')
    expect(tab.requests).toEqual([])
    await submit(element)
    await act(() => tab.take('/api/admin/rooms/reservations/r1', 'DELETE').respond(409, errorBody('changed_meanwhile')))
    expect(element.querySelector('dialog')?.textContent).toContain('message: changed_meanwhile')
  })

  test('of a block with several days is released on all of them, after a question that names how many', async () => {
    const block = { ...BLOCK, block: { blockId: 'b1', days: 5 } }
    const { element } = await mount(<DayOfRooms day={{ ...DAY, reservations: [block] }} changed={CHANGED} />)
    await click(findCell(element, 'Blocked') ?? null)
    await click(findButton(element, 'Release all 5 days'))
    expect(element.querySelector('dialog')?.textContent).toContain('Release Window room on all 5 days of this block?')
    expect(textsOf(element, 'dialog [type=submit]')).toEqual(['Release 5 days'])
    expect(tab.requests).toEqual([])
    await submit(element)
    const sent = tab.take('/api/admin/rooms/blocks/b1/release', 'POST')
    expect(sent.body).toEqual({ date: DATE })
    await act(() => sent.respond(200, { ...DAY, reservations: [] }))
    await act(() => tab.take('/api/admin/rooms').respond(200, { ...DAY, reservations: [] }))
    expect(element.querySelector('dialog')).toBeNull()
  })

  test('of a block with one day has no such question', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findCell(element, 'Blocked') ?? null)
    expect(textsOf(element, 'dialog .button')).toEqual(['Move', 'Release'])
    await click(findButton(element, 'Release'))
    expect(textsOf(element, 'dialog .button')).toEqual(['Release this time', 'Keep the reservation'])
    await click(findButton(element, 'Keep the reservation'))
    expect(textsOf(element, 'dialog .button')).toEqual(['Move', 'Release'])
  })

  test('opens with a link to its booking, and with no form once it is over', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findCell(element, 'Nisha Karki') ?? null)
    expect(element.querySelector('dialog a')?.getAttribute('href')).toBe('/admin/bookings?open=BK-1796000000001-AAAA')
    expect(findButton(element, 'Move')).not.toBeNull()
    vi.setSystemTime(Date.parse('2026-12-10T06:15:00Z'))
    const { element: over } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findCell(over, 'Nisha Karki') ?? null)
    expect(over.querySelector('dialog')?.textContent).toContain('This reservation is over.')
    expect(findButton(over, 'Move')).toBeNull()
  })

  test('cannot be changed by the front desk if it blocks the room', async () => {
    $session.set({ state: 'open', user: staffSession({ role: 'desk' }) })
    const element = await openByKey('Delete', 'Blocked')
    expect(element.querySelector('dialog')?.textContent).toContain('Only managers can change a blocked time.')
    expect(element.querySelector('dialog [type=submit]')).toBeNull()
  })
})

describe('after a change', () => {
  test('the reservation has the focus at its new time, and the next key acts on it', async () => {
    const { element, show } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await act(async () => findCell(element, 'Nisha Karki')?.focus())
    await press('m')
    await choose(element, '#room-start', '12:30')
    await choose(element, '#room-end', '13:30')
    await submit(element)
    const moved = {
      ...DAY,
      reservations: [BLOCK, { ...RESERVATION, reservationId: 'r3', ...interval('12:30', '13:30') }],
    }
    await show(<DayOfRooms day={moved} changed={CHANGED} />)
    await act(() => tab.take('/api/admin/rooms/reservations/r1', 'PATCH').respond(200, moved))
    await act(() => tab.take('/api/admin/rooms').respond(200, moved))
    expect(document.activeElement?.textContent).toMatch(/^Nisha Karki 12:30–13:30/)
    await press('Delete')
    await submit(element)
    expect(tab.take('/api/admin/rooms/reservations/r3', 'DELETE')).toBeDefined()
  })

  test('the reservation has the focus on its new day', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await act(async () => findCell(element, 'Nisha Karki')?.focus())
    await press('m')
    await type(getField(element, '#room-date'), '2026-12-11')
    await submit(element)
    await act(() => tab.take('/api/admin/rooms/reservations/r1', 'PATCH').respond(200, DAY))
    // The screen shows nothing until the new day has loaded.
    const date = day('2026-12-11')
    const next = { ...DAY, date, reservations: [{ ...RESERVATION, reservationId: 'r3', date }] }
    await mount(<DayOfRooms day={next} changed={CHANGED} />)
    expect(document.activeElement?.textContent).toMatch(/^Nisha Karki 10:00–12:00/)
  })
})

describe('the lists of rooms', () => {
  test('name what is reserved and free', async () => {
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    expect(textsOf(element, 'section li')).toEqual([
      '10:00–12:00Nisha Karki, Professional',
      '08:00–09:00Blocked: Painting',
    ])
    expect(textsOf(element, 'section p')).toEqual([
      'Free: 08:00–09:30, 12:30–14:00Kept free as a break around reservations: 09:30–10:00, 12:00–12:30',
      'Free: 09:00–13:00',
    ])
  })

  test('are printed for one door with its free times, without last names and reasons', async () => {
    const print = vi.fn(() => textsOf(document.body, 'section:not(.print\\:hidden) li'))
    vi.stubGlobal('print', print)
    const { element } = await mount(<DayOfRooms day={DAY} changed={CHANGED} />)
    await click(findButton(element, 'Print for the door of Walnut room'))
    expect(print).toHaveReturnedWith([
      '08:00–09:30Free',
      '09:30–10:00Not available',
      '10:00–12:00Nisha K.',
      '12:00–12:30Not available',
      '12:30–14:00Free',
    ])
    await click(findButton(element, 'Print for the door of Window room'))
    expect(print).toHaveLastReturnedWith(['08:00–09:00Not available', '09:00–13:00Free'])
    await act(async () => void window.dispatchEvent(new Event('afterprint')))
    expect(textsOf(element, 'section:not(.print\\:hidden) li')).toHaveLength(2)
    vi.unstubAllGlobals()
  })
})
