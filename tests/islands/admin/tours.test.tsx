import { useStore } from '@nanostores/react'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { TourRow } from '#contract/admin/tours.ts'
import type { ClockTime } from '#domain/calendar.ts'
import { TourProblem, ToursTable } from '#islands/admin/tours/ToursTable.tsx'
import { $tours, filterTours, openTours, readTours } from '#stores/admin/desk/tours.ts'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, mount, textsOf } from '../booking/mount.ts'

const tab = withTab(() => {
  tab.open('/admin/tours?location=kausimaa')
  $tours.set({ location: '', view: '' })
})

const tour = (over: Partial<TourRow> = {}): TourRow => ({
  tourId: 'TR-1796000000000-AAAA',
  state: 'booked',
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  date: day('2026-12-01'),
  time: '09:30' as ClockTime,
  name: 'Nisha Rai',
  phone: '+9779841234567',
  email: '',
  version: 1,
  ...over,
})

const reload = vi.fn(async () => {})
const show = (tours: TourRow[]) =>
  mount(
    <>
      <TourProblem />
      <ToursTable tours={tours} isList reload={reload} />
    </>,
  )

describe('the tours of a location', () => {
  test('are those from today on, or past ones with the latest first', async () => {
    await tab.respondTo(openTours(), 200, { items: [tour(), tour({ tourId: 'TR-2' })] })
    expect($tours.get().tours?.map(({ tourId }) => tourId)).toEqual(['TR-1796000000000-AAAA', 'TR-2'])
    filterTours({ view: 'past' })
    expect(tab.url.search).toBe('?location=kausimaa&view=past')
    const request = tab.next
    expect(request.query).toEqual({ location: 'kausimaa', from: '2026-11-01', to: '2026-11-30' })
    await request.respond(200, { items: [tour(), tour({ tourId: 'TR-2' })] })
    expect($tours.get().tours?.map(({ tourId }) => tourId)).toEqual(['TR-2', 'TR-1796000000000-AAAA'])
    filterTours({ location: '', view: '' })
    expect(tab.next.query).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })

  test('are those of one day, also a past one', async () => {
    tab.open('/admin/tours?date=2026-11-10')
    await tab.respondTo(openTours(), 200, { items: [] })
    filterTours({ date: day('2026-11-12') })
    expect(tab.url.search).toBe('?date=2026-11-12')
    expect(tab.next.query).toEqual({ from: '2026-11-12', to: '2026-11-12' })
    filterTours({ date: undefined, view: 'past' })
    expect(tab.url.search).toBe('?view=past')
  })

  test('are those of the day of a tour that a link opens, whose row is marked', async () => {
    const past = tour({ date: day('2026-11-10'), state: 'came' })
    tab.open(`/admin/tours?location=dhobighat-hub&open=${past.tourId}`)
    const opened = openTours()
    const read = tab.next
    expect(read.path).toBe(`/api/admin/tours/${past.tourId}`)
    await read.respond(200, past)
    const list = tab.next
    expect(list.query).toEqual({ from: '2026-11-10', to: '2026-11-10' })
    await list.respond(200, { items: [past, tour({ tourId: 'TR-2' })] })
    await opened
    const { openedId } = $tours.get()
    const { element } = await mount(
      <ToursTable tours={[past, tour({ tourId: 'TR-2' })]} openedId={openedId} reload={reload} />,
    )
    expect([...element.querySelectorAll('tr[aria-current]')].map(({ id }) => id)).toEqual([`tour-${past.tourId}`])
    filterTours({ view: '', date: undefined })
    expect(tab.url.search).toBe('')
    expect($tours.get().openedId).toBeUndefined()
  })

  test('are those from today on where a link opens a tour that no longer exists', async () => {
    tab.open('/admin/tours?open=TR-9')
    const opened = openTours()
    await tab.next.respond(404, errorBody('not_found'))
    await tab.next.respond(200, { items: [tour()] })
    await opened
    expect($tours.get()).toMatchObject({ isMissing: true, tours: [tour()] })
  })

  test('stay listed when reading them again fails', async () => {
    await tab.respondTo(openTours(), 200, { items: [tour()] })
    await tab.respondTo(readTours(), 503, errorBody('not_ready'))
    expect($tours.get()).toMatchObject({ tours: [tour()], failure: { code: 'not_ready' } })
  })

  test('stay listed with an open dialog while the screen is loaded again', async () => {
    const Listed = () => {
      const { tours } = useStore($tours)
      return tours && <ToursTable tours={tours} isList reload={readTours} />
    }
    const later = tour({ date: day('2026-12-02') })
    await tab.respondTo(openTours(), 200, { items: [later] })
    const { element } = await mount(<Listed />)
    await click(findButton(element, 'Change: Nisha Rai'))
    await click(findButton(element, 'Cancel the tour'))
    const request = await act(async () => {
      void openTours()
      return tab.next
    })
    expect(request.query).toEqual({ location: 'kausimaa', from: '2026-12-01', to: '2026-12-31' })
    await act(() => request.respond(200, { items: [tour({ tourId: 'TR-2' }), later] }))
    expect(textsOf(element, 'tbody tr .num small')).toEqual(['TR-2', 'TR-1796000000000-AAAA'])
    expect(findButton(element, 'Cancel this tour')).not.toBeNull()
  })

  test('stay those of the day of a tour that a link opened while the screen is loaded again', async () => {
    tab.open('/admin/tours?open=TR-1796000000000-AAAA')
    const opened = openTours()
    await tab.next.respond(200, tour())
    await tab.next.respond(200, { items: [tour()] })
    await opened
    await tab.respondTo(openTours(), 200, { items: [tour({ state: 'came' })] })
    expect($tours.get()).toMatchObject({
      date: '2026-12-01',
      openedId: 'TR-1796000000000-AAAA',
      tours: [tour({ state: 'came' })],
    })
  })

  test('can be marked on their day, and the mark can be cleared', async () => {
    const { element } = await show([tour()])
    await click(findButton(element, 'Came: Nisha Rai'))
    const first = tab.next
    expect([first.path, first.body]).toEqual([
      '/api/admin/tours/TR-1796000000000-AAAA/outcome',
      { outcome: 'came', version: 1 },
    ])
    // A second click is not sent.
    await click(findButton(element, 'Came: Nisha Rai'))
    expect(tab.requests).toEqual([])
    await act(() => first.respond(200, tour({ state: 'came', version: 2 })))
    expect(reload).toHaveBeenCalled()
    const { element: marked } = await show([tour({ state: 'came', version: 2 })])
    await click(findButton(marked, 'Came: Nisha Rai'))
    expect(tab.next.body).toEqual({ outcome: null, version: 2 })
  })

  test('cannot be marked before their day or when cancelled', async () => {
    const { element } = await show([tour({ date: day('2026-12-02') }), tour({ tourId: 'TR-2', state: 'cancelled' })])
    expect(textsOf(element, 'button')).toEqual(['Change: Nisha Rai'])
    expect(textsOf(element, 'tbody th[scope=rowgroup]')).toEqual(['Wednesday, 2 Dec 2026', 'Tuesday, 1 Dec 2026'])
    expect(textsOf(element, '.tag')).toEqual(['Booked', 'Cancelled'])
  })

  test('name why an outcome was not recorded', async () => {
    const { element } = await show([tour({ tourId: 'TR-3' })])
    await click(findButton(element, 'Did not come: Nisha Rai'))
    await act(() => tab.next.respond(409, errorBody('wrong_state')))
    expect(element.textContent).toContain('message: wrong_state')
  })

  test('have a phone and a WhatsApp link', async () => {
    const { element } = await show([tour(), tour({ tourId: 'TR-2', phone: '', email: 'maya@example.com' })])
    const links = [...element.querySelectorAll('a')].map(({ href }) => href)
    expect(links).toEqual([
      'tel:+9779841234567',
      `https://wa.me/9779841234567?text=${encodeURIComponent('Hello Nisha Rai, this is Kausimaa about your tour TR-1796000000000-AAAA on Tuesday, 1 Dec 2026 at 09:30: ')}`,
      'mailto:maya@example.com',
    ])
  })
})
