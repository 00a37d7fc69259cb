import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Offering } from '#islands/booking/offering.ts'
import { business, time } from '../../domain/business.ts'
import { errorResponse, ok, Visitor } from '../../stores/booking/visitor.ts'
import { waitForRequests } from '../../stores/payment/payer.ts'
import { click, findButton, getField, mount, textsOf, type } from './mount.ts'

const hours = { from: time('10:00'), to: time('13:00') }
/** Tours are offered at Kausimaa and at a location that opens soon. */
const LOCATIONS: Offering['locations'] = business.locations.flatMap((known) => {
  const location = {
    ...known,
    address: 'Lalitpur',
    fullAddress: 'Tridevi Marg, Lalitpur',
    photo: '',
    image: '/kausimaa.webp',
  }
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

/** What the server responds to a read of the tour. */
const respondWithTour = (changes: object = {}) => {
  const view = { ...TOUR, state: 'booked', locationName: 'Kausimaa', name: 'Nisha Rai', phone: '', email: '' }
  visitor.responses[`GET /api/tours/${TOUR.tourId}`] = () => ok({ ...view, canChange: true, ...changes })
}
/** Stored values as they are on the day after the tour. */
function moveToYesterday(name: string): void {
  const stored = visitor.local.entries.get(name) ?? ''
  visitor.local.entries.set(name, stored.replace('2026-12-10', '2026-12-02'))
}
const LINK = `/your-booking#${TOUR.tourId}.secret`
const heading = (element: Element) => element.querySelector('h1, h2')?.textContent
async function press(element: Element, name: string): Promise<void> {
  await act(async () => {
    findButton(element, name)?.click()
    await waitForRequests()
  })
}

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
    expect(element.querySelector('figure')?.textContent).toBe('KausimaaLalitpur')
    const days = optionsOf(element, 'date')
    expect(days).toHaveLength(32)
    expect(days.slice(0, 2)).toEqual(['Choose a day', 'Today, Thursday, 3 Dec 2026'])
    await select(element, 'date', '2026-12-10')
    expect(optionsOf(element, 'time')).toEqual(['Choose a time', '10:00, full', '10:30'])
  })

  test('offers no closed days, and clears one that was chosen before', async () => {
    const open = await openForm('/booking?location=kausimaa#tour')
    await fill(open.element)
    const closure = {
      id: 'c-1',
      locationId: null,
      from: '2026-12-09',
      to: '2026-12-10',
      reason: 'Udhauli',
      hours: null,
    }
    visitor.responses['GET /api/closures'] = () => ok({ closures: [closure] })
    const { page, element } = await openForm()
    expect(optionsOf(element, 'date')).toHaveLength(30)
    expect(optionsOf(element, 'date')).not.toContain('Thursday, 10 Dec 2026')
    expect(getField(element, 'select[name=date]').value).toBe('')
    expect(getField(element, 'input[name=name]').value).toBe('Nisha Rai')
    page.goToStep(1)
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
    const fields = [...element.querySelectorAll('select')]
    expect(fields.map((field) => [field.disabled, field.textContent])).toEqual([
      [true, 'Choose a location first'],
      [true, 'Choose a day first'],
    ])
    await submit(element)
    expect(textsOf(element, '.error')).toEqual([
      'Choose a location, then a day and a time',
      'Enter your name',
      'Enter a phone number or an email',
    ])
    expect(document.activeElement?.textContent).toContain('Three things need fixing')
    await click([...element.querySelectorAll('a')].find(({ hash }) => hash === '#locationId') ?? null)
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
    expect(element.textContent).toContain('Tridevi Marg, Lalitpur')
    expect(element.querySelector(`a[href="/your-booking#${TOUR.tourId}.secret"]`)).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Your tour is booked')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(element.textContent).toContain('Length30 minutes')
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
    expect(document.activeElement?.textContent).toContain('One thing needs fixing')
  })
})

describe('a tour that this browser has booked', () => {
  async function bookAndReload(path = '/booking#tour') {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    await submit(element)
    respondWithTour()
    return openForm(path)
  }

  test('is shown after a reload with its link, which can be copied', async () => {
    const { element } = await bookAndReload()
    expect(heading(element)).toBe('Your tour is booked')
    expect(element.textContent).toContain('Thursday, 10 Dec 2026')
    expect(element.querySelector(`a[href="${LINK}"]`)).not.toBeNull()
    const copied: string[] = []
    const { replaceEnvironment } = await import('../../support/environment.ts')
    replaceEnvironment({ copy: async (text) => copied.push(text) > 0 })
    await press(element, 'Copy link')
    expect(copied).toEqual([`http://localhost${LINK}`])
    expect(element.textContent).toContain('Link copied. It opens your tour, so do not share it.')
    replaceEnvironment({ copy: async () => false })
    await press(element, 'Copy link')
    expect(element.textContent).toContain(`Select the link and copy it: http://localhost${LINK}`)
  })

  test('is shown at its new time after it was moved elsewhere', async () => {
    await bookAndReload()
    respondWithTour({ date: '2026-12-11', time: '11:00' })
    const { element } = await openForm('/booking#tour')
    expect(element.textContent).toContain('Friday, 11 Dec 2026')
    expect(element.textContent).toContain('11:00')
  })

  test('is forgotten once it was cancelled elsewhere or its day has passed', async () => {
    await bookAndReload()
    respondWithTour({ state: 'cancelled', canChange: false })
    expect(heading((await openForm('/booking#tour')).element)).toBe('Book a free tour')
    expect(visitor.local.entries.get('tour-store')).toBeUndefined()
    await bookAndReload()
    moveToYesterday('tour-store')
    expect(heading((await openForm('/booking#tour')).element)).toBe('Book a free tour')
  })

  test('is forgotten once staff have replaced its link', async () => {
    await bookAndReload()
    visitor.responses[`GET /api/tours/${TOUR.tourId}`] = () => errorResponse(404, { code: 'not_found' })
    expect(heading((await openForm('/booking#tour')).element)).toBe('Book a free tour')
  })

  test('stays when the server does not respond', async () => {
    await bookAndReload()
    visitor.responses[`GET /api/tours/${TOUR.tourId}`] = () => 'unreachable'
    expect(heading((await openForm('/booking#tour')).element)).toBe('Your tour is booked')
  })

  test('is linked from the form of another tour, which a reload or a link to another location shows', async () => {
    const { element } = await bookAndReload()
    await press(element, 'Book another tour')
    expect(heading(element)).toBe('Book a free tour')
    expect(element.querySelector(`a[href="${LINK}"]`)?.textContent).toBe('Your tour on Thursday, 10 Dec 2026 at 10:30')
    await type(getField(element, 'input[name=name]'), 'Maya Rai')
    const reloaded = await openForm('/booking#tour')
    expect(heading(reloaded.element)).toBe('Book a free tour')
    expect(getField(reloaded.element, 'input[name=name]').value).toBe('Maya Rai')
    visitor.local.entries.delete('tour-draft')
    const linked = await openForm('/booking?location=baluwatar-studios#tour')
    expect(heading(linked.element)).toBe('Book a free tour')
    expect(getField(linked.element, 'input[value=baluwatar-studios]').checked).toBe(true)
  })

  test('keeps the contact for another tour on the same page', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    await submit(element)
    expect(visitor.local.entries.get('tour-draft')).toBeUndefined()
    await press(element, 'Book another tour')
    expect(getField(element, 'input[name=phone]').value).toBe('9841234567')
    expect(getField(element, 'select[name=date]').value).toBe('')
  })
})

describe('what was typed in the form of a tour', () => {
  test('is kept on a reload, without a day that has passed', async () => {
    await fill((await openForm('/booking?location=kausimaa#tour')).element)
    const { element } = await openForm('/booking#tour')
    expect(getField(element, 'input[value=kausimaa]').checked).toBe(true)
    expect(element.querySelector('figure')?.textContent).toBe('KausimaaLalitpur')
    expect(getField(element, 'select[name=date]').value).toBe('2026-12-10')
    expect(getField(element, 'select[name=time]').value).toBe('10:30')
    expect(getField(element, 'input[name=name]').value).toBe('Nisha Rai')
    moveToYesterday('tour-draft')
    const later = await openForm('/booking#tour')
    expect(getField(later.element, 'select[name=date]').value).toBe('')
    expect(getField(later.element, 'input[name=name]').value).toBe('Nisha Rai')
  })

  test('loses a time that has become full', async () => {
    await fill((await openForm('/booking?location=kausimaa#tour')).element)
    visitor.responses['GET /api/tours/slots'] = () =>
      ok({ locationId: 'kausimaa', date: '2026-12-10', slots: [{ time: '10:30', free: 0 }] })
    const { element } = await openForm('/booking#tour')
    expect(getField(element, 'select[name=time]').value).toBe('')
  })

  test('keeps its time and key after a lost response, which may have taken the last place', async () => {
    const { element } = await openForm('/booking?location=kausimaa#tour')
    await fill(element)
    visitor.responses['POST /api/tours'] = () => 'unreachable'
    await submit(element)
    visitor.responses['POST /api/tours'] = () => ({ status: 201, body: TOUR })
    visitor.responses['GET /api/tours/slots'] = () =>
      ok({ locationId: 'kausimaa', date: '2026-12-10', slots: [{ time: '10:30', free: 0 }] })
    const reloaded = await openForm('/booking#tour')
    expect(getField(reloaded.element, 'select[name=time]').value).toBe('10:30')
    await submit(reloaded.element)
    const [first, second] = sent().map(({ key }) => key)
    expect(second).toBe(first)
    expect(heading(reloaded.element)).toBe('Your tour is booked')
  })

  test('is ignored if the storage holds something else', async () => {
    visitor.local.entries.set('tour-draft', '{"name":7,"date":{}}')
    visitor.local.entries.set('tour-store', '[{"tourId":1},null]')
    const { element } = await openForm('/booking#tour')
    expect(heading(element)).toBe('Book a free tour')
    expect(getField(element, 'input[name=name]').value).toBe('')
  })
})
