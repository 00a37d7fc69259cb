import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AffectedBooking, AffectedRoom, ClosureList } from '#contract/admin/closures.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { npr, paisa } from '#domain/money.ts'
import { AffectedBookings } from '#islands/admin/closures/AffectedBookings.tsx'
import { AffectedDialog } from '#islands/admin/closures/AffectedDialog.tsx'
import { AffectedRooms } from '#islands/admin/closures/AffectedRooms.tsx'
import { ClosureBar } from '#islands/admin/closures/ClosureBar.tsx'
import { ClosureEntries } from '#islands/admin/closures/ClosureEntries.tsx'
import { PastClosures } from '#islands/admin/closures/PastClosures.tsx'
import { Refunds } from '#islands/admin/payments/Refunds.tsx'
import { $caseAction } from '#stores/admin/closures/cases.ts'
import { $closureEdit, receiveClosures } from '#stores/admin/closures/closures.ts'
import { $paymentAction } from '#stores/admin/payments/edit.ts'
import { openPayment } from '#stores/admin/payments/selected-payment.ts'
import { $session } from '#stores/admin/session/session.ts'
import { day, time } from '../../domain/business.ts'
import { errorBody, staffSession, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { paymentView } from '../../support/payment-view.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const tab = withTab()
const CLOSURES = '/api/admin/closures'
const LOCATIONS = { kausimaa: 'Kausimaa', 'dhobighat-hub': 'Dhobighat Hub' }

const TIHAR: ListedClosure = {
  id: 'a',
  locationId: null,
  from: day('2026-12-10'),
  to: day('2026-12-12'),
  reason: 'Tihar',
  hours: null,
}
const affected = (over: Partial<AffectedBooking> = {}): AffectedBooking => ({
  closureId: 'a',
  reason: 'Tihar',
  closedDays: 3,
  bookingId: 'BK-1',
  customerName: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  planId: 'professional',
  planName: 'Professional',
  seats: 1,
  state: 'confirmed',
  locationId: 'kausimaa',
  locationName: 'Kausimaa',
  startDate: day('2026-12-05'),
  endDate: day('2027-01-04'),
  totalAmount: paisa(950_000),
  goodwill: paisa(91_935),
  isUsed: false,
  payment: { paymentId: 'PAY-1', refunded: paisa(0) },
  ...over,
})
const list = (over: Partial<ClosureList> = {}): ClosureList => ({
  version: 3,
  closures: [TIHAR],
  past: [],
  samples: [],
  affected: [],
  handled: [],
  affectedTours: [],
  affectedRooms: [],
  outsideHours: [],
  ...over,
})

const CONFIRMED_VIEW = {
  ...paymentView('PAY-1', { state: 'confirmed', bookingState: 'confirmed' }),
  canCancel: true,
  refunds: { received: paisa(950_000), refundable: paisa(950_000), channels: ['manual' as const], items: [] },
}

beforeEach(() => {
  $closureEdit.set({ list: list(), edits: {}, changedByOthers: [], showProblems: false, busy: false })
  $caseAction.set({ busy: false, fields: {} })
})

describe('the list of closed days', () => {
  const show = (shown = list()) =>
    mount(
      <>
        <ClosureEntries list={shown} locations={LOCATIONS} />
        <ClosureBar />
      </>,
    )

  test('adds an entry whose errors appear with Save, which focuses the first of them', async () => {
    const { element } = await show()
    await click(findButton(element, 'Add days'))
    expect(document.activeElement?.tagName).toBe('SELECT')
    expect(element.textContent).not.toContain('Enter a reason')
    await click(findButton(element, 'Save 1 change'))
    expect(element.textContent).toContain('Enter a reason of 2 to 60 characters')
    const focusReason = () => act(async () => void (await vi.advanceTimersByTimeAsync(50)))
    await focusReason()
    expect(document.activeElement).toBe(getField(element, '[id$=reason]'))
    const link = findButton(element, 'Fix 1 field: Enter a reason of 2 to 60 characters')
    link?.focus()
    await click(link)
    await focusReason()
    expect(document.activeElement).toBe(getField(element, '[id$=reason]'))
    expect(tab.requests).toEqual([])
  })

  test('keeps an entry open that Save opened, once its problem is solved', async () => {
    const { element } = await show()
    await click(findButton(element, 'Edit: 10 Dec – 12 Dec 2026'))
    await type(getField(element, '#closure-a-reason'), '')
    await click(findButton(element, 'Add days'))
    expect(element.querySelector('#closure-a-reason')).toBeNull()
    await click(findButton(element, 'Save 2 changes'))
    const field = getField(element, '#closure-a-reason')
    field.focus()
    await type(field, 'Painting')
    expect(document.activeElement).toBe(field)
    expect(findButton(element, 'Edit: 10 Dec – 12 Dec 2026')).toBeNull()
    await click(findButton(element, 'Hide details: 10 Dec – 12 Dec 2026'))
    expect(field.isConnected).toBe(false)
  })

  test('counts the bookings outside other hours, with a link to the day sheet, until the entry is changed', async () => {
    const short = { ...TIHAR, locationId: 'kausimaa', hours: { open: time('10:00'), close: time('16:00') } }
    const shown = list({ closures: [short], outsideHours: [{ closureId: 'a', bookings: 2 }] })
    $closureEdit.set({ ...$closureEdit.get(), list: shown })
    const { element } = await show(shown)
    expect(element.textContent).toContain('2 bookings have working hours outside these hours.')
    const link = element.querySelector('a[href^="/admin/day-sheet"]')
    expect(link?.getAttribute('href')).toBe('/admin/day-sheet?location=kausimaa&date=2026-12-10')
    await click(findButton(element, 'Delete: 10 Dec – 12 Dec 2026'))
    expect(element.textContent).not.toContain('working hours outside')
  })

  test('shows past entries below, the latest first', async () => {
    const yomari = { ...TIHAR, id: 'y', from: day('2026-11-30'), to: day('2026-11-30'), reason: 'Yomari Punhi' }
    const chhath = { ...TIHAR, id: 'c', from: day('2026-11-15'), to: day('2026-11-15'), reason: 'Chhath' }
    const { element } = await mount(<PastClosures closures={[chhath, yomari]} locations={LOCATIONS} />)
    expect(element.querySelector('summary')?.textContent).toBe('Past days of the last 12 months (2)')
    expect(textsOf(element, 'li')).toEqual([
      '30 Nov 2026Yomari PunhiAll locations, closed',
      '15 Nov 2026ChhathAll locations, closed',
    ])
  })

  test('keeps hours that were typed to the minute while an entry is closed', async () => {
    const { element } = await show()
    await click(findButton(element, 'Edit: 10 Dec – 12 Dec 2026'))
    const select = (selector: string, value: string) =>
      act(() => {
        const field = element.querySelector<HTMLSelectElement>(selector)
        if (!field) throw new Error('no field')
        field.value = value
        field.dispatchEvent(new Event('change', { bubbles: true }))
      })
    const choose = (opening: string) => select('#closure-a-opening', opening)
    await choose('hours')
    expect(getField(element, '#closure-a-close').value).toBe('16:00')
    await type(getField(element, '#closure-a-close'), '14:40')
    await choose('closed')
    expect(element.querySelector('#closure-a-close')).toBeNull()
    await choose('hours')
    expect(getField(element, '#closure-a-close').value).toBe('14:40')
  })

  test('shows what an edited entry was, and undoes it', async () => {
    const { element } = await show()
    await click(findButton(element, 'Edit: 10 Dec – 12 Dec 2026'))
    await type(getField(element, '[id$=reason]'), 'Painting')
    expect(element.textContent).toContain('Was 10 Dec – 12 Dec 2026, All locations: closed (Tihar).')
    await click(findButton(element, 'Undo the changes of 10 Dec – 12 Dec 2026'))
    expect(element.textContent).toContain('No unsaved changes.')
  })

  test('keeps the location, hours and first day of an entry that has started', async () => {
    const running = { ...TIHAR, from: day('2026-11-20'), hours: { open: time('10:00'), close: time('16:00') } }
    $closureEdit.set({ ...$closureEdit.get(), list: list({ closures: [running] }) })
    const { element } = await show()
    await click(findButton(element, 'Edit: 20 Nov – 12 Dec 2026'))
    const disabled = [...element.querySelectorAll<HTMLInputElement>('fieldset :disabled')]
    expect(disabled.map(({ labels }) => labels?.[0]?.textContent?.trim())).toEqual([
      'Location',
      'Opening hours',
      'First day',
      'Opens',
      'Closes',
    ])
    expect(element.textContent).toContain('This entry has started.')
    expect(document.activeElement).toBe(getField(element, '[id$=to]'))
  })

  test('deletes an entry only with Save, and offers to keep it', async () => {
    const { element } = await show()
    await click(findButton(element, 'Delete: 10 Dec – 12 Dec 2026'))
    expect(element.textContent).toContain('Deleted when you save.')
    expect(document.activeElement?.tagName).toBe('LI')
    await click(findButton(element, 'Keep: 10 Dec – 12 Dec 2026'))
    expect(element.textContent).toContain('No unsaved changes.')
  })

  test('names the day on which a deleted entry that has started ends', async () => {
    $closureEdit.set({ ...$closureEdit.get(), list: list({ closures: [{ ...TIHAR, from: day('2026-11-20') }] }) })
    const { element } = await show()
    await click(findButton(element, 'Delete: 20 Nov – 12 Dec 2026'))
    expect(element.textContent).toContain('Ends yesterday when you save. Its past days stay.')
  })

  test('adds the sample holidays once, unsaved', async () => {
    const { id: _, ...sample } = { ...TIHAR, from: day('2027-03-21'), to: day('2027-03-21'), reason: 'Holi' }
    const { element } = await show(list({ samples: [sample] }))
    await click(findButton(element, 'Add the holidays until 21 Mar 2027'))
    expect(element.textContent).toContain('1 holiday added. Check them, then save.')
    expect(element.textContent).toContain('1 change not saved')
    expect(findButton(element, 'Add the holidays until 21 Mar 2027')).toBeNull()
  })

  test('says after Save where the days are shown', async () => {
    $closureEdit.set({ ...$closureEdit.get(), saved: 1 })
    const { element } = await show()
    expect(element.textContent).toContain('Saved 1 change.Visitors see it now. Publish for search engines.')
  })

  test('marks an entry that a colleague deleted while it was edited', async () => {
    const { element } = await show()
    await click(findButton(element, 'Edit: 10 Dec – 12 Dec 2026'))
    await type(getField(element, '[id$=reason]'), 'Painting')
    await act(async () => {
      void receiveClosures(4)
      await tab.take(CLOSURES).respond(200, list({ version: 4, closures: [] }))
    })
    expect(element.textContent).toContain('Someone else deleted this entry. Saving adds it again.')
    expect(element.textContent).toContain('Your own changes are still here.')
  })
})

const ROOM: AffectedRoom = {
  reservationId: 'r1',
  roomName: 'Walnut room',
  customerName: 'Nisha Karki',
  email: 'nisha@example.com',
  phone: '',
  locationId: 'kausimaa',
  date: day('2026-12-10'),
  start: time('16:00'),
  end: time('18:00'),
}

test('rooms outside the opening hours lead to the rooms of their day', async () => {
  const { element } = await mount(<AffectedRooms rooms={[ROOM]} locations={LOCATIONS} />)
  const link = element.querySelector<HTMLAnchorElement>('a.button')
  expect(`${link?.textContent} ${link?.pathname}${link?.search}`).toBe(
    'Move or cancel: Walnut room: Nisha Karki /admin/rooms?location=kausimaa&date=2026-12-10',
  )
})

test('affected bookings and tours are listed, and closed with their key', async () => {
  const seen = {
    affected: [affected(), affected({ bookingId: 'BK-2' })],
    affectedTours: [
      {
        tourId: 'TR-1',
        name: 'Ram',
        email: '',
        phone: '98',
        locationId: 'kausimaa',
        date: day('2026-12-10'),
        time: '10:30' as never,
      },
    ],
    affectedRooms: [ROOM],
    key: 'one',
  }
  const { element } = await mount(<AffectedDialog list={seen} locations={LOCATIONS} />)
  expect(element.querySelector('h2')?.textContent).toBe(
    '2\u00a0bookings, 1\u00a0tour and 1\u00a0room reservation are affected',
  )
  expect(element.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(element.textContent).toContain('Tour for Ram, Kausimaa, 10 Dec 2026 at 10:30')
  expect(element.textContent).toContain('Walnut room for Nisha Karki, Kausimaa, 10 Dec 2026, 16:00–18:00')
  await click(findButton(element, 'Save anyway'))
  const request = tab.take(CLOSURES, 'PUT')
  expect(request.body).toMatchObject({ version: 3, affected: 'one' })
})

describe('the bookings on closed days', () => {
  const cases = [
    affected(),
    affected({ bookingId: 'BK-2', customerName: 'Ram Rai', planId: 'explorer', seats: 3, goodwill: null }),
  ]

  test('name what staff may propose, and lead to the booking and the day sheet', async () => {
    const { element } = await mount(<AffectedBookings list={list({ affected: cases })} locations={LOCATIONS} />)
    expect(element.textContent).toContain(`Proposed: ${npr(paisa(91_935))} for 3 of 31 days.`)
    expect(element.textContent).toContain('Ram Rai, Professional, 3 seats, Kausimaa')
    expect(element.textContent).toContain('The customer can move it for free or cancel for a full refund.')
    const links = [...element.querySelectorAll('a')].map(({ href }) => new URL(href, 'http://localhost'))
    const paths = links.map(({ pathname, search }) => `${pathname}${search}`)
    expect(paths).toContain('/admin/bookings?open=BK-1')
    expect(paths).toContain('/admin/day-sheet?location=kausimaa&date=2026-12-10')
    const handled = [{ closureId: 'a', bookings: 3 }]
    const ended = list({ affected: cases, handled, closures: [], past: [TIHAR] })
    const { element: later } = await mount(<AffectedBookings list={ended} locations={LOCATIONS} />)
    expect(later.textContent).toContain('Tihar, 10 Dec – 12 Dec 2026: 3 of 5 bookings done')
  })

  test('lead to the refund form of the payment with the proposed refund', async () => {
    startDrafts()
    $session.set({ state: 'open', user: staffSession({ role: 'manager' }) })
    const { element } = await mount(<AffectedBookings list={list({ affected: cases })} locations={LOCATIONS} />)
    const refunds = [...element.querySelectorAll('a')].filter(({ pathname }) => pathname === '/admin/payments')
    expect(refunds.map(({ textContent, search }) => `${textContent} ${search}`)).toEqual([
      'Review refund: Nisha Karki ?open=PAY-1',
    ])
    refunds[0]?.addEventListener('click', (event) => event.preventDefault())
    await click(refunds[0] ?? null)
    await act(() => tab.respondTo(openPayment('PAY-1'), 200, CONFIRMED_VIEW))
    expect($paymentAction.get().form).toBe('refund')
    const { element: payment } = await mount(<Refunds view={CONFIRMED_VIEW} methods={{}} />)
    expect(getField(payment, '#refund-amount').value).toBe('919.35')
    expect(getField(payment, '#refund-reason').value).toBe('Closed: Tihar')
    await type(getField(payment, '#refund-amount'), '9500')
    expect(payment.querySelector<HTMLInputElement>('.admin-check input')?.checked).toBe(false)
  })

  test('offer no refund without a payment, and name one that was made before', async () => {
    const refunded = { paymentId: 'PAY-1', refunded: paisa(50_000) }
    const both = [affected({ payment: null }), affected({ bookingId: 'BK-2', payment: refunded })]
    const { element } = await mount(<AffectedBookings list={list({ affected: both })} locations={LOCATIONS} />)
    expect([...element.querySelectorAll('a')].filter(({ pathname }) => pathname === '/admin/payments')).toHaveLength(1)
    expect(element.textContent).toContain(`Refunded before: ${npr(paisa(50_000))}.`)
  })

  test('are grouped by what is to be done, without an action for a day pass that was used', async () => {
    const used = affected({ bookingId: 'BK-3', planId: 'explorer', goodwill: null, isUsed: true })
    const { element } = await mount(
      <AffectedBookings list={list({ affected: [used, ...cases] })} locations={LOCATIONS} />,
    )
    expect(textsOf(element, 'h4')).toEqual(['Refund the closed days 1', 'Move or cancel 1', 'Nothing to do 1'])
    expect(element.textContent).toContain(': 0 of 2 bookings done')
    const item = [...element.querySelectorAll('li')].at(-1)
    expect(item?.textContent).toContain('The day pass was used on this day.')
    expect(item?.querySelectorAll('.button, button')).toHaveLength(0)
  })

  test.each([
    ['held', null, 'Not paid yet.'],
    ['held', paisa(91_935), 'Not paid yet.'],
    ['pending_verification', null, 'The payment is not verified yet.'],
  ] as const)('propose no refund for one that is %s with goodwill %s', async (state, goodwill, text) => {
    const unpaid = [affected({ state, goodwill })]
    const { element } = await mount(<AffectedBookings list={list({ affected: unpaid })} locations={LOCATIONS} />)
    expect(element.textContent).toContain(text)
    expect(element.textContent).not.toContain('refund')
  })

  test('lead to the day sheet of each day on which one of them starts to be closed', async () => {
    const pass = { planId: 'explorer', goodwill: null } as const
    const passOn = (date: string, over = {}) => affected({ ...pass, startDate: day(date), endDate: day(date), ...over })
    const passes = [passOn('2026-12-10'), passOn('2026-12-12'), passOn('2026-12-11', { locationId: 'dhobighat-hub' })]
    const all = [...cases, ...passes].map((booking, index) => ({ ...booking, bookingId: `BK-${index}` }))
    const { element } = await mount(<AffectedBookings list={list({ affected: all })} locations={LOCATIONS} />)
    const links = [...element.querySelectorAll('a')].filter(({ pathname }) => pathname === '/admin/day-sheet')
    expect(links.map(({ textContent, search }) => `${textContent} ${search}`)).toEqual([
      'Email everyone who comes to Kausimaa on 10 Dec ?location=kausimaa&date=2026-12-10',
      'Email everyone who comes to Kausimaa on 12 Dec ?location=kausimaa&date=2026-12-12',
      'Email everyone who comes to Dhobighat Hub on 11 Dec ?location=dhobighat-hub&date=2026-12-11',
    ])
  })

  test('lead to no day sheet of a past day', async () => {
    vi.setSystemTime(Date.parse('2026-12-11T04:15:00Z'))
    const past = { startDate: day('2026-12-10'), endDate: day('2026-12-10') }
    const both = [affected(), affected({ ...past, bookingId: 'BK-2', goodwill: null })]
    const { element } = await mount(<AffectedBookings list={list({ affected: both })} locations={LOCATIONS} />)
    const links = [...element.querySelectorAll('a')].filter(({ pathname }) => pathname === '/admin/day-sheet')
    expect(links.map(({ search }) => search)).toEqual(['?location=kausimaa&date=2026-12-11'])
  })

  test('are done one by one, with a way to open the last one again', async () => {
    const { element } = await mount(<AffectedBookings list={list({ affected: cases })} locations={LOCATIONS} />)
    await click(findButton(element, 'Mark as done: Ram Rai'))
    await act(async () => {
      await tab.take('/api/admin/bookings/BK-2/closure', 'PUT').respond(200, { handledAt: '2026-12-01T04:15:00.000Z' })
      await tab.take(CLOSURES).respond(200, list())
    })
    expect(element.textContent).toContain('Marked as done: Ram Rai.')
    await click(findButton(element, 'Undo'))
    expect(tab.take('/api/admin/bookings/BK-2/closure', 'PUT').body).toEqual({ closureId: 'a', handled: false })
  })

  test('say why one could not be marked', async () => {
    const { element } = await mount(<AffectedBookings list={list({ affected: cases })} locations={LOCATIONS} />)
    await click(findButton(element, 'Mark as done: Ram Rai'))
    await act(async () => {
      await tab.take('/api/admin/bookings/BK-2/closure', 'PUT').respond(500, errorBody('internal'))
      await tab.take(CLOSURES).respond(200, list({ affected: cases }))
    })
    expect(element.querySelector('[role=alert]')?.textContent).not.toBe('')
  })
})
