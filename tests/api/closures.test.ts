import { describe, expect, test } from 'vitest'
import { saveClosures } from '#contract/admin/closures.ts'
import { readAvailability } from '#contract/availability.ts'
import { placeBooking } from '#contract/bookings.ts'
import { readClosures } from '#contract/closures.ts'
import { addDays } from '#domain/calendar.ts'
import { day } from '../domain/business.ts'
import { describeOnEachEngine } from '../support/app.ts'
import { closed, closureEntry } from '../support/closures.ts'
import { dayPass } from '../support/orders.ts'
import { call, newAddress, rejected, SAME_ORIGIN, send, withKey } from '../support/requests.ts'
import { owner } from '../support/staff-accounts.ts'

describeOnEachEngine('on %s', (app) => {
  describe('the closures', () => {
    test('are those from today on, of all locations', async () => {
      expect(await call(readClosures)).toEqual({ closures: [] })
      await closed(app, { from: '2026-11-08', to: '2026-11-30' })
      await closed(app, { from: '2026-12-24', locationId: 'kausimaa', hours: { open: '10:00', close: '16:00' } })
      await closed(app, { from: '2026-11-30', to: '2026-12-01', reason: 'Painting' })
      const id = expect.stringMatching(/^[\w-]{36}$/)
      expect(await call(readClosures)).toEqual({
        closures: [
          { id, locationId: null, from: '2026-11-30', to: '2026-12-01', reason: 'Painting', hours: null },
          {
            id,
            locationId: 'kausimaa',
            from: '2026-12-24',
            to: '2026-12-24',
            reason: 'Tihar',
            hours: { open: '10:00', close: '16:00' },
          },
        ],
      })
    })

    test('are not sent again until they change', async () => {
      const { headers } = await send(readClosures)
      const cached = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
      expect(await send(readClosures, cached)).toMatchObject({ status: 304, body: undefined })
      await closed(app, { from: '2026-12-24' })
      expect(await send(readClosures, cached)).toMatchObject({ status: 200 })
    })

    test('need no session, but are limited', async () => {
      const address = newAddress()
      for (let times = 0; times < 120; times++) await call(readClosures, { address })
      expect(await rejected('too_many', readClosures, { address })).toMatchObject({ retryAfter: 1 })
    })
  })

  test('a list of up to 150 entries with the longest reasons is saved', async () => {
    const { sent } = await owner(app, 'manager')
    const put = { ...sent, headers: { ...sent.headers, ...SAME_ORIGIN } }
    const entries = Array.from({ length: 151 }, (_, index) => {
      const from = addDays(day('2026-12-10'), index)
      const hours = { open: '10:00', close: '16:00' }
      return closureEntry({ locationId: 'baluwatar-studios', from, to: from, reason: 'द'.repeat(60), hours })
    })
    const { fields } = await rejected('invalid', saveClosures, { ...put, body: { version: 0, closures: entries } })
    expect(Object.keys(fields ?? {})).toEqual(['closures'])
    const saved = await call(saveClosures, { ...put, body: { version: 0, closures: entries.slice(0, 150) } })
    // With the ids, as the next change sends it.
    const again = { version: 1, closures: saved.closures }
    expect(await call(saveClosures, { ...put, body: again })).toEqual(saved)
  })

  test('the availability of a closed day has its reason', async () => {
    await closed(app, { from: '2026-12-10', reason: 'Udhauli', locationId: 'kausimaa' })
    await closed(app, { from: '2026-12-11', hours: { open: '10:00', close: '16:00' } })
    const range = { location: 'kausimaa', from: '2026-12-10', to: '2026-12-11' }
    expect((await call(readAvailability, { query: range })).days).toEqual([
      { date: '2026-12-10', seats: 40, taken: 0, closed: 'Udhauli' },
      { date: '2026-12-11', seats: 40, taken: 0 },
    ])
    const hub = await call(readAvailability, { query: { ...range, location: 'dhobighat-hub' } })
    expect(hub.days[0]).not.toHaveProperty('closed')
  })

  test('a booking that starts on a closed day is rejected with its reason', async () => {
    await closed(app, { from: '2026-12-10', reason: 'Udhauli' })
    expect(await rejected('invalid', placeBooking, withKey(dayPass()))).toMatchObject({
      fields: { startDate: 'Closed on 10 Dec 2026: Udhauli. Choose another day' },
    })
  })
})
