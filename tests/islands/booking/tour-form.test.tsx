import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Offering } from '#islands/booking/offering.ts'
import { business, time } from '../../domain/business.ts'
import { errorResponse, ok, Visitor } from '../../stores/booking/visitor.ts'
import { waitForRequests } from '../../stores/payment/payer.ts'
import { findButton, getField, mount, textsOf, type } from './mount.ts'

const hours = { from: time('10:00'), to: time('13:00') }
/** Tours are offered at Kausimaa and at a location that opens soon. */
const LOCATIONS: Offering['locations'] = business.locations.flatMap((known) => {
  const location = { ...known, address: 'Lalitpur', photo: '' }
  const opensSoon = { id: 'baluwatar-studios', name: 'Baluwatar Studios', available: false, status: 'Coming Soon' }
  return location.id === 'kausimaa'
    ? [
        { ...location, tours: { hours } },
        { ...location, ...opensSoon, tours: { hours } },
      ]
    : [location]
})
const TOUR = {
  tourId: 'TR-1796282100000-7K2M',
  secret: 'secret',
  locationId: 'kausimaa',
  date: '2026-12-10',
  time: '10:30',
}
const SLOTS = [
  { time: '10:00', free: 0 },
  { time: '10:30', free: 1 },
]

let visitor: Visitor
beforeEach(() => {
  visitor = new Visitor({
    'GET /api/tours/slots': () => ok({ locationId: 'kausimaa', date: '2026-12-10', slots: SLOTS }),
    'POST /api/tours': () => ({ status: 201, body: TOUR }),
  })
})

async function openForm(path = '/booking#tour') {
  visitor.visit(path)
  const page = await visitor.openPage()
  const { default: TourForm } = await import('#islands/booking/TourForm.tsx')
  const { element } = await mount(<TourForm locations={LOCATIONS} />)
  await act(waitForRequests)
  return { page, element }
}

async function select(element: Element, name: string, value: string): Promise<void> {
  const field = getField(element, `select[name=${name}]`)
  await act(async () => {
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    await waitForRequests()
  })
}
const optionsOf = (element: Element, name: string) => textsOf(element, `select[name=${name}] option`)
async function submit(element: Element): Promise<void> {
  await act(async () => {
    findButton(element, 'Book a free tour')?.click()
    await waitForRequests()
  })
}
async function fill(element: Element): Promise<void> {
  await select(element, 'date', '2026-12-10')
  await select(element, 'time', '10:30')
  await type(getField(element, 'input[name=name]'), 'Nisha Rai')
  await type(getField(element, 'input[name=phone]'), '9841234567')
}
const sent = () => visitor.requests.filter(({ method }) => method === 'POST')

describe('the form of a tour', () => {
  test('keeps its address, while the wizard stays at its step', async () => {
    const { page } = await openForm()
    expect(page.$isTourShown.get()).toBe(true)
    page.chooseLocation('kausimaa')
    expect(visitor.address).toBe('/booking#tour')
    page.goToStep(1)
    expect(page.$isTourShown.get()).toBe(false)
    expect(visitor.address).toBe('/booking#step-1')
    visitor.travel(-1)
    expect(page.$isTourShown.get()).toBe(true)
  })

  test('offers the locations with tours, days ahead and the times that are left', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    expect(visitor.address).toBe('/booking#tour')
    expect(textsOf(element, 'label b')).toEqual(['Kausimaa', 'Baluwatar Studios'])
    expect(getField(element, 'input[value=kausimaa]').checked).toBe(true)
    const days = optionsOf(element, 'date')
    expect(days).toHaveLength(32)
    expect(days.slice(0, 2)).toEqual(['Choose a day', 'Today, Thursday, 3 Dec 2026'])
    await select(element, 'date', '2026-12-10')
    expect(optionsOf(element, 'time')).toEqual(['Choose a time', '10:00, full', '10:30'])
  })

  test('offers all times of the tour hours when the server does not respond', async () => {
    visitor.responses['GET /api/tours/slots'] = () => 'unreachable'
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await select(element, 'date', '2026-12-10')
    expect(optionsOf(element, 'time')).toEqual(['Choose a time', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'])
  })

  test('names what is missing beside each field, and sends nothing', async () => {
    const { element } = await openForm()
    expect(textsOf(element, '.error')).toEqual([])
    await submit(element)
    expect(textsOf(element, '.error')).toEqual([
      'Choose a location that offers tours',
      'Choose a day',
      'Enter your name, in at most 120 characters',
      'Enter a phone number or an email',
    ])
    expect(document.activeElement?.id).toBe('locationId')
    expect(sent()).toEqual([])
  })

  test('books the tour and shows its reference and how to change it', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    await submit(element)
    expect(sent()[0]?.body).toEqual({
      locationId: 'kausimaa',
      date: '2026-12-10',
      time: '10:30',
      name: 'Nisha Rai',
      phone: '9841234567',
    })
    expect(element.textContent).toContain('Your tour is booked')
    expect(element.textContent).toContain(TOUR.tourId)
    expect(element.querySelector(`a[href="/your-booking#${TOUR.tourId}.secret"]`)).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Your tour is booked')
  })

  test('shows a full time, and repeats a request without a response under the same key', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    visitor.responses['POST /api/tours'] = () => 'unreachable'
    await submit(element)
    expect(textsOf(element, '[role=alert]')).toEqual([
      'We could not reach the server. Check your connection and try again.',
    ])
    visitor.responses['POST /api/tours'] = () => errorResponse(409, { code: 'sold_out', message: 'Both are booked.' })
    await submit(element)
    expect(textsOf(element, '[role=alert]')).toEqual(['Both are booked.'])
    const [first, second] = sent().map(({ key }) => key)
    expect(second).toBe(first)
    await select(element, 'time', '10:30')
    await type(getField(element, 'input[name=name]'), 'Maya Rai')
    await submit(element)
    expect(sent()[2]?.key).not.toBe(first)
  })

  test('shows messages of the server beside their fields', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    const fields = { date: 'Choose today or a later day' }
    visitor.responses['POST /api/tours'] = () => errorResponse(422, { code: 'invalid', fields })
    await submit(element)
    expect(textsOf(element, '.error')).toEqual([fields.date])
    expect(document.activeElement?.id).toBe('date')
  })
})
