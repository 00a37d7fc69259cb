import { expect, test } from 'vitest'
import { day } from '../../domain/business.ts'
import { errorResponse, ok, Visitor } from './visitor.ts'

const DAY = day('2026-12-10')

test('a day that has become free while the visitor waits for it can be booked at once', async () => {
  let taken = 60
  const visitor = new Visitor({
    'GET /api/availability': () => ok({ locationId: 'dhobighat-hub', days: [{ date: DAY, seats: 60, taken }] }),
    'POST /api/waiting': () =>
      errorResponse(422, { code: 'unavailable', message: 'A seat is free on this day. Book it now.' }),
  })
  const page = await visitor.visit(`/booking?plan=explorer&location=dhobighat-hub&start=${DAY}`).openPage()
  await page.loadDraftSeats()
  expect(page.$fullDays.get()).toEqual([DAY])
  taken = 59
  const { waitForDay } = await import('#stores/booking/wait-for-day.ts')
  const input = { locationId: 'dhobighat-hub', day: DAY, email: 'nisha@example.com', phone: '' }
  expect(await waitForDay(input)).toEqual({ fields: {}, text: 'A seat is free on this day. Book it now.' })
  expect(page.$fullDays.get()).toEqual([])
})
