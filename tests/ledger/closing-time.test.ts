import { describe, expect, test } from 'vitest'
import { kathmandu, MINUTE, NOW } from '../support/app.ts'
import { EDITIONS } from '../support/editions.ts'
import { useEdition } from '../support/ledger.ts'
import { dayPass, failureOf, granted, newKey } from '../support/orders.ts'

/** Tuesday 1 December 2026: Dhobighat Hub is open until 22:00. */
const TODAY = '2026-12-01'
const CLOSING = kathmandu(TODAY, '22:00')

describe.each(Object.entries(EDITIONS))('closing time at the ledger of %s', (_, open) => {
  const { edition, ledger, place, read } = useEdition(open)
  const dayPassToday = () => place({ planId: 'explorer', startDate: TODAY })
  /** Moves the clock to this long before closing. */
  const until = (before: number) => edition.advance(CLOSING - before - NOW)

  test('rejects a method whose window ends after closing, with the reason', async () => {
    await until(61 * MINUTE)
    const booking = await dayPassToday()
    for (let hold = 0; hold < 2; hold++) granted(await ledger.extend(booking))
    await edition.advance(47 * MINUTE)
    const reason = 'Too late today for eSewa; choose QR payment'
    const { methods } = await read(booking)
    expect(methods.find(({ id }) => id === 'esewa')).toEqual({ id: 'esewa', available: false, reason })
    expect(failureOf(await ledger.startPayment(booking, 'esewa'))).toEqual({ code: 'unavailable', message: reason })
    granted(await ledger.startPayment(booking, 'qr_payment'))
  })

  test('ends a hold and its extensions at closing time', async () => {
    await until(70 * MINUTE)
    const booking = await dayPassToday()
    granted(await ledger.extend(booking))
    const end = { expiresAt: new Date(CLOSING).toISOString(), extensionsLeft: 0 }
    expect(granted(await ledger.extend(booking))).toEqual(end)
    expect(await read(booking)).toMatchObject(end)
    expect(failureOf(await ledger.extend(booking)).code).toBe('no_more_extensions')
  })

  test('ends an announced transfer at closing time', async () => {
    const booking = await dayPassToday()
    const { next } = granted(await ledger.startPayment(booking, 'bank_transfer'))
    expect(next).toMatchObject({ expiresAt: new Date(CLOSING).toISOString() })
    await until(0)
    expect((await read(booking)).status).toBe('expired')
  })

  test('rejects a booking for today an hour before closing, with the field', async () => {
    await until(60 * MINUTE)
    const late = await ledger.place(dayPass({ startDate: TODAY }), newKey())
    expect(failureOf(late)).toMatchObject({
      code: 'invalid',
      fields: { startDate: 'It is too late to book for today. Choose a later date' },
    })
    granted(await ledger.place(dayPass({ startDate: '2026-12-02' }), newKey()))
    expect(granted(await ledger.site()).sameDayCutoffMinutes).toBe(60)
  })
})
