import { useStore } from '@nanostores/react'
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Capacity } from '#contract/admin/capacity.ts'
import { BlockedSeats } from '#islands/admin/seats/BlockedSeats.tsx'
import { SeatChanges } from '#islands/admin/seats/SeatChanges.tsx'
import { $capacity } from '#stores/admin/seats/capacity.ts'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, type } from '../booking/mount.ts'

const tab = withTab()
const BLOCK = {
  id: 'b-1',
  from: day('2026-12-10'),
  to: day('2026-12-12'),
  seats: 4,
  reason: 'New carpet',
  by: 'Sita Rai',
  short: [],
}
const capacity = (over: Partial<Capacity> = {}): Capacity => ({
  locationId: 'kausimaa',
  seats: 40,
  contentSeats: 40,
  changes: [],
  blocks: [],
  short: [],
  ...over,
})
const shortOn = (date: string, short: number) => ({ date: day(date), seats: 36, taken: 36 + short, short })

beforeEach(() => $capacity.set({ locationId: 'kausimaa', capacity: capacity() }))

const fill = async (element: Element, values: Record<string, string>) => {
  for (const [id, value] of Object.entries(values)) await type(getField(element, `#${id}`), value)
}

describe('the number of seats', () => {
  test('names the seats of today and of later changes', async () => {
    const changes = [
      { from: day('2026-11-20'), seats: 38, reason: 'Two phone booths', by: 'Sita Rai' },
      { from: day('2027-01-10'), seats: 36, reason: 'Renovation', by: 'Sita Rai' },
    ]
    const { element } = await mount(<SeatChanges capacity={capacity({ seats: 38, changes })} />)
    const items = [...element.querySelectorAll('li')].map(({ textContent }) => textContent)
    expect(items).toEqual([
      '38 seats todaySince 20 Nov 2026: Two phone booths',
      '36 seats from 10 Jan 2027RenovationCancel this change: 36 seats from 10 Jan 2027',
    ])
  })

  test('a planned change is removed after a confirmation, with the number before it', async () => {
    const change = { reason: 'Renovation', by: 'Sita Rai' }
    const [first, second] = [
      { ...change, from: day('2027-01-10'), seats: 36 },
      { ...change, from: day('2027-02-01'), seats: 38 },
    ]
    const { element } = await mount(<SeatChanges capacity={capacity({ changes: [first, second] })} />)
    for (const [name, expected] of [
      ['Cancel this change: 36 seats from 10 Jan 2027', { from: '2027-01-10', seats: 40 }],
      ['Cancel this change: 38 seats from 1 Feb 2027', { from: '2027-02-01', seats: 36 }],
    ] as const) {
      await click(findButton(element, name))
      await click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))
      const request = tab.take('/api/admin/capacity/seats', 'PUT')
      expect(request.body).toEqual({ locationId: 'kausimaa', ...expected, reason: 'Planned change removed' })
      await act(() => request.respond(200, capacity()))
      expect(element.querySelector('dialog')).toBeNull()
    }
    expect(element.querySelector('[role=status]')?.textContent).toBe('Cancelled: the change from 1 Feb 2027.')
  })

  test('names the days with more bookings than seats beside the change that causes them, with their day sheets', async () => {
    const short = [
      shortOn('2026-12-10', 3),
      shortOn('2026-12-11', 3),
      shortOn('2026-12-12', 1),
      shortOn('2026-12-14', 1),
    ]
    const changes = [{ from: day('2026-12-12'), seats: 36, reason: 'Renovation', by: 'Sita Rai' }]
    const { element } = await mount(<SeatChanges capacity={capacity({ changes, short })} />)
    const items = [...element.querySelectorAll('section > ul > li')].map((item) =>
      [...item.querySelectorAll('li')].map(({ textContent }) => textContent),
    )
    expect(items).toEqual([
      ['10 Dec – 11 Dec 2026: 39 seats taken, 36 available: move 3 seats.'],
      [
        '12 Dec 2026: 37 seats taken, 36 available: move 1 seat.',
        '14 Dec 2026: 37 seats taken, 36 available: move 1 seat.',
      ],
    ])
    const links = [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links[0]).toBe('/admin/day-sheet?location=kausimaa&date=2026-12-10')
  })

  test('is changed from a date on, and the form is then closed', async () => {
    const { element } = await mount(<SeatChanges capacity={capacity()} />)
    await click(findButton(element, 'Change seats'))
    expect(document.activeElement).toBe(getField(element, '#seats-from'))
    await fill(element, { 'seats-from': '2027-01-10', 'seats-count': '36', 'seats-reason': 'Renovation' })
    await click(findButton(element, 'Change seats'))
    const request = tab.take('/api/admin/capacity/seats', 'PUT')
    expect(request.body).toEqual({ locationId: 'kausimaa', from: '2027-01-10', seats: 36, reason: 'Renovation' })
    await act(() => request.respond(200, capacity()))
    expect(element.querySelector('[role=status]')?.textContent).toBe('Saved: 36 seats from 10 Jan 2027.')
    expect(element.querySelector('form')).toBeNull()
    expect(document.activeElement).toBe(element.querySelector('h2'))
  })

  test('shows the first invalid field, and keeps what was typed until Cancel', async () => {
    const { element } = await mount(<SeatChanges capacity={capacity()} />)
    await click(findButton(element, 'Change seats'))
    await fill(element, { 'seats-from': '2026-11-01', 'seats-count': '36' })
    await click(findButton(element, 'Change seats'))
    const fields = { from: 'Choose today or a later day', reason: 'Enter a reason' }
    await act(() => tab.take('/api/admin/capacity/seats', 'PUT').respond(422, errorBody('invalid', { fields })))
    expect(document.activeElement).toBe(getField(element, '#seats-from'))
    expect(element.textContent).toContain('Choose today or a later day')
    expect(getField(element, '#seats-count').value).toBe('36')
    await click(findButton(element, 'Cancel'))
    await click(findButton(element, 'Change seats'))
    expect(getField(element, '#seats-count').value).toBe('')
  })
})

/** Confirms the removal of `BLOCK`. */
async function removeBlock(element: Element) {
  const button = findButton(element, 'Unblock: 4 seats, 10 Dec – 12 Dec 2026')
  button?.focus()
  await click(button)
  expect(tab.requests).toEqual([])
  await click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))
}

/** In the screen, whose seats change when a response arrives. */
function Blocked() {
  const { capacity } = useStore($capacity)
  return capacity ? <BlockedSeats capacity={capacity} /> : null
}

describe('blocked seats', () => {
  test('are listed with their reason and the seats that are still booked', async () => {
    const short = [
      { date: day('2026-12-10'), seats: 3, booked: 3 },
      { date: day('2026-12-11'), seats: 4, booked: 1 },
      { date: day('2026-12-12'), seats: 3, booked: 0 },
    ]
    const { element } = await mount(<BlockedSeats capacity={capacity({ blocks: [{ ...BLOCK, short }] })} />)
    const item = element.querySelector('li')
    expect(item?.textContent).toContain('10 Dec – 12 Dec 2026, 4 seats')
    expect(item?.textContent).toContain('New carpet')
    expect(item?.textContent).toContain('10 Dec 2026: 3 of 4 seats still booked.')
    expect(item?.textContent).toContain('11 Dec 2026: 1 of 4 seats still booked, 3 of 4 seats still in another block.')
    expect(item?.textContent).toContain('12 Dec 2026: 3 of 4 seats still in another block.')
  })

  test('are blocked for days of which the last follows the first', async () => {
    const { element } = await mount(<BlockedSeats capacity={capacity()} />)
    expect(element.textContent).toContain('No seats are blocked.')
    await click(findButton(element, 'Block seats'))
    await fill(element, { 'block-from': '2026-12-10' })
    expect(getField(element, '#block-to').value).toBe('2026-12-10')
    await fill(element, { 'block-to': '2026-12-12', 'block-seats': '4', 'block-reason': 'New carpet' })
    await click(findButton(element, 'Block seats'))
    const request = tab.take('/api/admin/blocks', 'POST')
    expect(request.body).toEqual({
      ...{ locationId: 'kausimaa', from: '2026-12-10', to: '2026-12-12' },
      ...{ seats: 4, reason: 'New carpet' },
    })
    await act(() => request.respond(201, capacity({ blocks: [BLOCK] })))
    expect(element.textContent).toContain('Blocked 4 seats.')
    expect($capacity.get().capacity?.blocks).toHaveLength(1)
  })

  test('keep a last day while its year is typed, and show an invalid one', async () => {
    const { element } = await mount(<BlockedSeats capacity={capacity()} />)
    await click(findButton(element, 'Block seats'))
    await fill(element, { 'block-from': '2026-12-10', 'block-to': '0002-12-12' })
    expect(getField(element, '#block-to').value).toBe('0002-12-12')
    await click(findButton(element, 'Block seats'))
    const fields = { to: 'The last day cannot be before the first day' }
    await act(() => tab.take('/api/admin/blocks', 'POST').respond(422, errorBody('invalid', { fields })))
    expect(element.textContent).toContain(fields.to)
    await fill(element, { 'block-to': '2026-12-12' })
    await fill(element, { 'block-from': '2026-12-11' })
    expect(getField(element, '#block-to').value).toBe('2026-12-12')
    await fill(element, { 'block-from': '2026-12-14' })
    expect(getField(element, '#block-to').value).toBe('2026-12-14')
  })

  test('are removed after a confirmation, and the heading has the focus', async () => {
    $capacity.set({ locationId: 'kausimaa', capacity: capacity({ blocks: [BLOCK] }) })
    const { element } = await mount(<Blocked />)
    await removeBlock(element)
    await act(() => tab.take('/api/admin/blocks/b-1', 'DELETE').respond(200, capacity()))
    expect(element.textContent).toContain('Unblocked: 4 seats, 10 Dec – 12 Dec 2026.')
    expect(document.activeElement).toBe(element.querySelector('h2'))
  })

  test('shows why a block could not be removed', async () => {
    const { element } = await mount(<BlockedSeats capacity={capacity({ blocks: [BLOCK] })} />)
    await removeBlock(element)
    await act(() => tab.take('/api/admin/blocks/b-1', 'DELETE').respond(500, errorBody('internal')))
    expect(element.querySelector('dialog [role=alert]')?.textContent).not.toBe('')
    expect(element.querySelectorAll('li')).toHaveLength(1)
  })
})
