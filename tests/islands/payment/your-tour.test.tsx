import { act } from 'react'
import { expect, test } from 'vitest'
import type { TourView } from '#contract/tours.ts'
import { hours, time } from '../../domain/business.ts'
import { errorResponse, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { mountYourBooking, pageHeading, pageText } from '../../support/your-booking.tsx'
import { click, findButton, getField, textsOf } from '../booking/mount.ts'

const ID = 'TR-1796282100000-7K2M'
const READ = `GET /api/tours/${ID}`
const MOVE = `POST /api/tours/${ID}/move`
const CANCEL = `POST /api/tours/${ID}/cancel`
const VISIT = {
  locations: [
    {
      id: 'kausimaa',
      openingHours: hours(['10:00', '18:00'], ['10:00', '18:00']),
      fullAddress: 'Kausimaa, Lalitpur',
      tours: { hours: { from: time('10:00'), to: time('17:00') } },
    },
  ],
  whatsapp: '+977 910 000 0000',
}
const tour = (over: Partial<TourView> = {}): { status: number; body: unknown } => ({
  status: 200,
  body: {
    tourId: ID,
    state: 'booked',
    locationId: 'kausimaa',
    locationName: 'Kausimaa',
    date: '2026-12-10',
    time: '10:30',
    name: 'Nisha Rai',
    phone: '',
    email: 'nisha@example.com',
    canChange: true,
    ...over,
  },
})

let visitor: Payer

const storeTour = () =>
  visitor.local.entries.set(
    'tour-store',
    JSON.stringify([
      { tourId: ID, secret: 's3cret', locationId: 'kausimaa', date: '2026-12-10', time: '10:30', email: '' },
    ]),
  )

async function open(
  response: ReturnType<typeof tour> | ReturnType<typeof errorResponse>,
  path = `/your-booking#${ID}.s3cret`,
  prepare = () => {},
): Promise<void> {
  visitor = new Payer()
  visitor.local.entries.clear()
  prepare()
  visitor.server.overrides[READ] = () => response
  visitor.server.overrides['GET /api/tours/slots?location=kausimaa&date=2026-12-11'] = () => ({
    status: 200,
    body: { locationId: 'kausimaa', date: '2026-12-11', slots: [{ time: '11:00', free: 1 }] },
  })
  await mountYourBooking(visitor, { path, visit: VISIT })
}
const press = async (name: string) => {
  await click(findButton(document.body, name))
  await act(waitForRequests)
}
async function select(name: string, value: string): Promise<void> {
  const field = getField(document.body, `select[name=${name}]`)
  await act(async () => {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await waitForRequests()
  })
}

test('a link opens a tour and leaves neither its secret in the address nor a booking in the browser', async () => {
  await open(tour())
  expect(pageHeading()?.textContent).toBe('Your tour')
  expect(pageText()).toContain('BookedYour tourDateThursday, 10 Dec 202624 Mangsir 2083 BSTime10:30, 30 minutes')
  expect(pageText()).toContain('Kausimaa, Lalitpur')
  expect(visitor.address.href).toBe('http://localhost/your-booking')
  expect(visitor.local.entries.get('payment-store')).toBeUndefined()
})

test('a wrong link asks for a reference', async () => {
  await open(errorResponse(404, 'not_found'))
  expect(pageHeading()?.textContent).toBe('This link does not open a booking')
})

test('a tour moves to another day and time', async () => {
  await open(tour())
  visitor.server.overrides[MOVE] = () => tour({ date: '2026-12-11' as TourView['date'], time: '11:00' })
  await press('Move to another time')
  await select('date', '2026-12-11')
  expect(textsOf(document.body, 'select[name=time] option')).toEqual(['Choose a time', '11:00'])
  await select('time', '11:00')
  await press('Move the tour')
  expect(pageText()).toContain('DateFriday, 11 Dec 2026')
  expect(document.activeElement).toBe(document.querySelector('h1'))
})

test('a tour is not moved to a closed day', async () => {
  await open(tour())
  const closure = { id: 'c-1', locationId: null, from: '2026-12-11', to: '2026-12-12', reason: 'Udhauli', hours: null }
  visitor.server.overrides['GET /api/closures'] = () => ({ status: 200, body: { closures: [closure] } })
  await press('Move to another time')
  const days = textsOf(document.body, 'select[name=date] option')
  expect(days).toContain('Thursday, 10 Dec 2026')
  expect(days).not.toContain('Friday, 11 Dec 2026')
  expect(days).toContain('Sunday, 13 Dec 2026')
})

test('a time that is full stays open to another choice', async () => {
  await open(tour())
  visitor.server.overrides[MOVE] = () => errorResponse(409, 'sold_out', { message: 'Both are booked.' })
  await press('Move to another time')
  await select('date', '2026-12-11')
  await select('time', '11:00')
  await press('Move the tour')
  expect(pageText()).toContain('Both are booked.')
  expect(findButton(document.body, 'Move the tour')).not.toBeNull()
})

test('a tour is cancelled only after a second click', async () => {
  await open(tour())
  visitor.server.overrides[CANCEL] = () => tour({ state: 'cancelled', canChange: false })
  await press('Cancel the tour')
  expect(pageText()).toContain('Cancel this tour?')
  expect(pageHeading()?.textContent).toBe('Your tour')
  expect(textsOf(document.body, '.button-danger')).toEqual(['Cancel the tour'])
  await press('Cancel the tour')
  expect(pageHeading()?.textContent).toBe('Your tour is cancelled')
  expect(pageText()).toContain('Book another tour')
})

test('the focus moves to the question, and back to the button that opened it', async () => {
  await open(tour())
  for (const [opener, question, closer] of [
    ['Move to another time', 'Choose another time', 'Back'],
    ['Cancel the tour', 'Cancel this tour?', 'Keep it'],
  ] as const) {
    findButton(document.body, opener)?.focus()
    await press(opener)
    expect(document.activeElement?.textContent).toBe(question)
    findButton(document.body, closer)?.focus()
    await press(closer)
    expect(document.activeElement).toBe(findButton(document.body, opener))
  }
})

test('a tour that is over cannot be changed', async () => {
  await open(tour({ state: 'missed', canChange: false }))
  expect(pageHeading()?.textContent).toBe('Your tour is over')
  expect(findButton(document.body, 'Move to another time')).toBeNull()
})

test('a page without a link shows the tour of this browser, and follows its changes', async () => {
  await open(tour({ date: '2026-12-11' as TourView['date'] }), '/your-booking', storeTour)
  expect(pageHeading()?.textContent).toBe('Your tour')
  expect(visitor.local.entries.get('tour-store')).toContain('2026-12-11')
  visitor.server.overrides[CANCEL] = () => tour({ state: 'cancelled', canChange: false })
  await press('Cancel the tour')
  await press('Cancel the tour')
  expect(pageHeading()?.textContent).toBe('Your tour is cancelled')
  expect(visitor.local.entries.get('tour-store')).toBeUndefined()
})

test('a page that shows something else links to the tour of this browser', async () => {
  await open(tour(), '/your-booking#BK-1796282100000-7K2M.wrong', storeTour)
  expect(pageHeading()?.textContent).toBe('This link does not open a booking')
  expect(document.querySelector(`a[href="/your-booking#${ID}.s3cret"]`)?.textContent).toBe(
    'Your tour on Thursday, 10 Dec 2026 at 10:30',
  )
})

test('a tour can be forgotten on a shared device', async () => {
  await open(tour(), '/your-booking', storeTour)
  await press('Forget this tour on this device')
  expect(pageHeading()?.textContent).toBe('Find your booking')
  expect(visitor.local.entries.get('tour-store')).toBeUndefined()
})

test('a stored link that staff have replaced is forgotten, but not that of a wrong link', async () => {
  await open(errorResponse(404, 'not_found'), '/your-booking', storeTour)
  expect(pageHeading()?.textContent).toBe('This link does not open a booking')
  expect(visitor.local.entries.get('tour-store')).toBeUndefined()
  await open(errorResponse(404, 'not_found'), `/your-booking#${ID}.wrong`, storeTour)
  expect(visitor.local.entries.get('tour-store')).toContain(ID)
})

test('a new link replaces the stored one', async () => {
  await open(tour(), `/your-booking#${ID}.newer`, storeTour)
  expect(visitor.local.entries.get('tour-store')).toContain('newer')
})
