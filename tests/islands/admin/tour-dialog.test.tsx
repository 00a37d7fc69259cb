import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { TourRow } from '#contract/admin/tours.ts'
import type { ClockTime } from '#domain/calendar.ts'
import { ToursTable } from '#islands/admin/tours/ToursTable.tsx'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, mount, textsOf } from '../booking/mount.ts'

const ID = 'TR-1796000000000-AAAA'
const TOUR: TourRow = {
  tourId: ID,
  state: 'booked',
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  date: day('2026-12-10'),
  time: '10:30' as ClockTime,
  name: 'Nisha Rai',
  phone: '+9779841234567',
  email: 'nisha@example.com',
  version: 3,
}

const tab = withTab()
const reload = vi.fn(async () => {})
beforeEach(() => reload.mockClear())

/** Opens the dialog of the tour and one of its forms. */
async function openForm(label: string, tour = TOUR) {
  const { element } = await mount(<ToursTable tours={[tour]} isList reload={reload} />)
  await click(findButton(element, 'Change: Nisha Rai'))
  await click(findButton(element, label))
  return element
}

const slots = (...free: [time: string, free: number][]) => ({
  locationId: 'kausimaa',
  date: '2026-12-10',
  slots: free.map(([time, count]) => ({ time, free: count })),
})

const respond = (status: number, body: unknown) => act(() => tab.next.respond(status, body))

async function select(element: Element, selector: string, value: string) {
  const field = element.querySelector<HTMLSelectElement>(selector)
  await act(async () => {
    if (field) field.value = value
    field?.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

const submit = (element: Element) => click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))

describe('the dialog of a tour', () => {
  test('offers the free times of a day, and moves to one of them', async () => {
    const element = await openForm('Move')
    expect(tab.requests[0]).toMatchObject({
      path: '/api/tours/slots',
      query: { location: 'kausimaa', date: '2026-12-10' },
    })
    // Neither a full time nor its own.
    await respond(200, slots(['10:30', 1], ['11:00', 0], ['11:30', 2]))
    expect(textsOf(element, '#tour-time option')).toEqual(['Choose a time', '11:30'])
    expect(element.textContent).toContain('The visitor gets an email with the new time.')
    await select(element, '#tour-time', '11:30')
    await submit(element)
    const sent = tab.next
    expect([sent.path, sent.body]).toEqual([
      `/api/admin/tours/${ID}/move`,
      { version: 3, date: '2026-12-10', time: '11:30' },
    ])
    await act(() => sent.respond(200, { ...TOUR, time: '11:30', version: 4 }))
    expect(reload).toHaveBeenCalledOnce()
    expect(element.querySelector('dialog')).toBeNull()
  })

  test('says when a day has no free time, and why none could be read', async () => {
    const element = await openForm('Move')
    await respond(200, slots(['10:30', 1]))
    expect(textsOf(element, '#tour-time option')).toEqual(['No free time on this day'])
    const failed = await openForm('Move')
    await respond(503, errorBody('not_ready'))
    expect(failed.querySelector('dialog')?.textContent).toContain('message: not_ready')
  })

  test('shows the values that someone else changed, and sends their version next', async () => {
    const element = await openForm('Cancel the tour')
    await submit(element)
    const first = tab.next
    expect([first.path, first.body]).toEqual([`/api/admin/tours/${ID}/cancellation`, { version: 3 }])
    const current = { ...TOUR, time: '15:00', version: 4 }
    await act(() => first.respond(409, errorBody('changed_meanwhile', { current })))
    expect(element.querySelector('dialog')?.textContent).toContain('10 Dec 2026, 15:00')
    expect(element.querySelector('dialog')?.textContent).toContain('message: changed_meanwhile')
    await submit(element)
    expect(tab.next.body).toEqual({ version: 4 })
  })

  test('names why a tour that has started was not cancelled', async () => {
    const element = await openForm('Cancel the tour')
    await submit(element)
    await respond(409, errorBody('wrong_state'))
    expect(element.querySelector('dialog')?.textContent).toContain('message: wrong_state')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('replaces the link with one key until it succeeds, and says where the new one is sent', async () => {
    const element = await openForm('Send the visitor a new link')
    expect(element.textContent).toContain('A new link is sent to nisha@example.com.')
    await submit(element)
    const first = tab.next
    expect([first.path, first.body]).toEqual([`/api/admin/tours/${ID}/link-replacement`, { version: 3 }])
    await act(() => first.respond(503, errorBody('not_ready')))
    await submit(element)
    const second = tab.next
    expect(second.key).toBe(first.key)
    await act(() => second.respond(200, { ...TOUR, version: 4 }))
    expect(element.querySelector('dialog')).toBeNull()
  })

  test('shows one form at a time, and returns from it to the actions without its problem', async () => {
    const element = await openForm('Cancel the tour')
    expect(textsOf(element, 'dialog .button')).toEqual(['Cancel this tour', 'Keep the tour'])
    expect(document.activeElement?.textContent).toBe('Cancel this tour')
    await submit(element)
    await respond(409, errorBody('wrong_state'))
    await click(findButton(element, 'Keep the tour'))
    expect(textsOf(element, 'dialog .button')).toEqual(['Move', 'Send the visitor a new link', 'Cancel the tour'])
    await click(findButton(element, 'Send the visitor a new link'))
    expect(element.querySelector('dialog')?.textContent).not.toContain('message: wrong_state')
  })

  test('instructs staff to call a visitor without an email', async () => {
    const byPhone = { ...TOUR, email: '' }
    const cancelling = await openForm('Cancel the tour', byPhone)
    expect(cancelling.textContent).toContain('There is no email address: call the visitor at +9779841234567.')
    const replacing = await openForm('Replace link', byPhone)
    expect(replacing.textContent).toContain('so no new link is sent')
  })

  test('focuses the row when the button that opened it is gone', async () => {
    const { element, show } = await mount(<ToursTable tours={[TOUR]} isList reload={reload} />)
    reload.mockImplementationOnce(() =>
      show(<ToursTable tours={[{ ...TOUR, state: 'cancelled' }]} isList reload={reload} />),
    )
    await click(findButton(element, 'Change: Nisha Rai'))
    await click(findButton(element, 'Cancel the tour'))
    await submit(element)
    await respond(200, { ...TOUR, state: 'cancelled', version: 4 })
    expect(document.activeElement?.id).toBe(`tour-${ID}`)
  })

  test('focuses the row when a later reload removes the button', async () => {
    const { element, show } = await mount(<ToursTable tours={[TOUR]} isList reload={reload} />)
    await click(findButton(element, 'Change: Nisha Rai'))
    await click(findButton(element, 'Cancel the tour'))
    await submit(element)
    await respond(200, { ...TOUR, state: 'cancelled', version: 4 })
    await show(<ToursTable tours={[{ ...TOUR, state: 'cancelled' }]} isList reload={reload} />)
    expect(document.activeElement?.id).toBe(`tour-${ID}`)
  })
})
