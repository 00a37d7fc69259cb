import { describe, expect, test } from 'vitest'
import { readAvailability } from '#contract/availability.ts'
import { readHealth, readReady } from '#contract/health.ts'
import { readPrices } from '#contract/prices.ts'
import { readSite } from '#contract/site.ts'
import { setApp } from '#server/open-app.ts'
import { SAMPLE_MERCHANT_QR } from '#server/payments/gateways/qr.ts'
import { openTestApp, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, order, placed } from '../support/orders.ts'
import { call, newAddress, refused } from '../support/requests.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })

  describe('the process', () => {
    test('is healthy and ready', async () => {
      expect(await call(readHealth)).toEqual({ status: 'ok' })
      expect(await call(readReady)).toEqual({ status: 'ok' })
    })

    test('that is stopping is healthy, and wants no new visitors', async () => {
      app.accepting = false
      await call(readHealth)
      expect(await refused('not_ready', readReady)).toMatchObject({ message: 'This process is stopping.' })
    })

    test('whose database is gone is healthy, and not ready', async () => {
      const broken = await openTestApp(engine)
      await broken.close()
      setApp(broken)
      await call(readHealth)
      expect(await refused('not_ready', readReady)).toMatchObject({ message: 'The database does not answer.' })
      setApp(app)
    })
  })

  test('the default prices are returned in paisa, location by location', async () => {
    const periods = (weekly: number, monthly: number, annual: number) => ({ weekly, monthly, annual })
    const prices = {
      explorer: { daily: 50_000, originalDaily: 100_000 },
      professional: periods(250_000, 950_000, 10_260_000),
      enterprise: periods(450_000, 1_850_000, 19_980_000),
      'private-office': periods(900_000, 3_500_000, 37_800_000),
    }
    const own = periods(200_000, 800_000, 8_640_000)
    expect(await call(readPrices)).toEqual({
      tables: [
        { locationId: 'dhobighat-hub', locationName: 'Dhobighat Hub', prices },
        {
          locationId: 'kausimaa',
          locationName: 'Kausimaa',
          prices: { explorer: { daily: 40_000 }, professional: own, enterprise: own, 'private-office': own },
        },
        { locationId: 'jhamsikhel-loft', locationName: 'Jhamsikhel Loft', prices },
        { locationId: 'baluwatar-studios', locationName: 'Baluwatar Studios', prices },
      ],
    })
  })

  describe('the seats', () => {
    const asked = (location: string, from: string, to: string) => ({ query: { location, from, to } })

    test('of a location are told day by day', async () => {
      await placed(app, order({ billing: 'weekly' }))
      await placed(app, dayPass({ startDate: '2026-12-16' }))
      await placed(app, dayPass({ startDate: '2026-12-16', locationId: 'kausimaa' }))
      expect(await call(readAvailability, asked('dhobighat-hub', '2026-12-15', '2026-12-18'))).toEqual({
        locationId: 'dhobighat-hub',
        days: [
          { date: '2026-12-15', seats: 30, taken: 1 },
          { date: '2026-12-16', seats: 30, taken: 2 },
          { date: '2026-12-17', seats: 30, taken: 0 },
          { date: '2026-12-18', seats: 30, taken: 0 },
        ],
      })
      expect(await call(readAvailability, asked('kausimaa-coworking', '2026-12-16', '2026-12-16'))).toEqual({
        locationId: 'kausimaa',
        days: [{ date: '2026-12-16', seats: 40, taken: 1 }],
      })
    })

    test('are told for four hundred days at once, not for more', async () => {
      const { days } = await call(readAvailability, asked('kausimaa', '2026-12-01', '2028-01-04'))
      expect(days).toHaveLength(400)
      await refused('invalid', readAvailability, asked('kausimaa', '2026-12-01', '2028-01-05'))
    })

    test.each([
      ['an unknown location', asked('thamel-hub', '2026-12-10', '2026-12-12'), 'location'],
      ['a date that is none', asked('kausimaa', '2026-02-30', '2026-12-12'), 'from'],
      ['an end before its beginning', asked('kausimaa', '2026-12-12', '2026-12-11'), 'to'],
      ['an end that is none', asked('kausimaa', '2026-12-12', 'x'), 'to'],
      ['a beginning alone', { query: { location: 'kausimaa', from: '2026-12-12' } }, 'to'],
    ])('are not told for %s', async (_, sent, field) => {
      const { fields = {} } = await refused('invalid', readAvailability, sent)
      expect(Object.keys(fields)).toEqual([field])
    })

    test('are told to anybody, though not without end', async () => {
      const address = newAddress()
      const once = { ...asked('kausimaa', '2026-12-10', '2026-12-10'), address }
      for (let times = 0; times < 120; times++) await call(readAvailability, once)
      expect(await refused('too_many', readAvailability, once)).toMatchObject({ retryAfter: 1 })
      await call(readAvailability, { ...once, address: newAddress() })
    })
  })

  describe('the site', () => {
    test('tells what it can do, and why it cannot do the rest', async () => {
      expect(await call(readSite)).toEqual({
        payments: 'sandbox',
        methods: [
          { id: 'esewa', available: true },
          { id: 'khalti', available: true },
          { id: 'stripe', available: true },
          { id: 'qr_payment', available: true },
          { id: 'bank_transfer', available: true },
        ],
        cardKey: 'pk_sandbox',
        holdMinutes: 30,
        sameDayCutoffMinutes: 60,
        debugPanel: false,
      })
    })

    test.each([
      ['test', undefined],
      ['live', undefined],
      ['live', SAMPLE_MERCHANT_QR],
    ] as const)('offers no QR payment in %s with the code %j', async (payments, merchantQr) => {
      app.env = { ...app.env, payments, merchantQr }
      expect((await call(readSite)).methods).toContainEqual({
        id: 'qr_payment',
        available: false,
        reason: 'QR payment is not set up yet',
      })
    })

    test('does not offer a transfer to a sample account for real money', async () => {
      app.env = { ...app.env, payments: 'live', holdMinutes: 45, paymentDebug: true }
      const site = await call(readSite)
      expect(site).toMatchObject({ payments: 'live', holdMinutes: 45, debugPanel: true })
      expect(site.methods).toContainEqual({
        id: 'bank_transfer',
        available: false,
        reason: 'Bank transfer is not set up yet',
      })
      expect(site.methods).toContainEqual({ id: 'khalti', available: false, reason: 'Khalti is not set up yet' })
      app.env = {
        ...app.env,
        khalti: { secretKey: 'a key', publicKey: undefined },
        bank: { ...app.env.bank, accountNumber: '0123456789' },
      }
      const { methods } = await call(readSite)
      for (const id of ['khalti', 'bank_transfer']) expect(methods).toContainEqual({ id, available: true })
    })
  })
})
