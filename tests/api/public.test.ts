import { describe, expect, test } from 'vitest'
import { readAvailability } from '#contract/availability.ts'
import { readHealth, readReady } from '#contract/health.ts'
import { readPrices } from '#contract/prices.ts'
import { readSite } from '#contract/site.ts'
import { SAMPLE_MERCHANT_QR } from '#server/env.ts'
import { setApp } from '#server/open-app.ts'
import { describeOnEachEngine, openTestApp } from '../support/app.ts'
import { dayPass, order, placed } from '../support/orders.ts'
import { call, newAddress, rejected } from '../support/requests.ts'

describeOnEachEngine('on %s', (app, engine) => {
  describe('the process', () => {
    test('is healthy and ready', async () => {
      for (const contract of [readHealth, readReady]) expect(await call(contract)).toEqual({ status: 'ok' })
    })

    test('is healthy but not ready while it stops', async () => {
      app.accepting = false
      await call(readHealth)
      expect(await rejected('not_ready', readReady)).toMatchObject({ message: 'This process is stopping.' })
    })

    test('is healthy but not ready without its database', async () => {
      const broken = await openTestApp(engine)
      await broken.close()
      setApp(broken)
      await call(readHealth)
      expect(await rejected('not_ready', readReady)).toMatchObject({ message: 'The database does not respond.' })
      setApp(app)
    })
  })

  test('returns the default prices in paisa, location by location', async () => {
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
    const range = (location: string, from: string, to: string) => ({ query: { location, from, to } })

    test('returns the seats of a location day by day', async () => {
      await placed(app, order({ billing: 'weekly' }))
      await placed(app, dayPass({ startDate: '2026-12-16' }))
      await placed(app, dayPass({ startDate: '2026-12-16', locationId: 'kausimaa' }))
      expect(await call(readAvailability, range('dhobighat-hub', '2026-12-15', '2026-12-18'))).toEqual({
        locationId: 'dhobighat-hub',
        days: [
          { date: '2026-12-15', seats: 30, taken: 1 },
          { date: '2026-12-16', seats: 30, taken: 2 },
          { date: '2026-12-17', seats: 30, taken: 0 },
          { date: '2026-12-18', seats: 30, taken: 0 },
        ],
      })
      expect(await call(readAvailability, range('kausimaa-coworking', '2026-12-16', '2026-12-16'))).toEqual({
        locationId: 'kausimaa',
        days: [{ date: '2026-12-16', seats: 40, taken: 1 }],
      })
    })

    test('returns 400 days at most', async () => {
      const { days } = await call(readAvailability, range('kausimaa', '2026-12-01', '2028-01-04'))
      expect(days).toHaveLength(400)
      await rejected('invalid', readAvailability, range('kausimaa', '2026-12-01', '2028-01-05'))
    })

    test.each([
      ['an unknown location', range('thamel-hub', '2026-12-10', '2026-12-12'), 'location'],
      ['an invalid date', range('kausimaa', '2026-02-30', '2026-12-12'), 'from'],
      ['an end before the start', range('kausimaa', '2026-12-12', '2026-12-11'), 'to'],
      ['an invalid end', range('kausimaa', '2026-12-12', 'x'), 'to'],
      ['a start without an end', { query: { location: 'kausimaa', from: '2026-12-12' } }, 'to'],
    ])('rejects %s', async (_, sent, field) => {
      const { fields = {} } = await rejected('invalid', readAvailability, sent)
      expect(Object.keys(fields)).toEqual([field])
    })

    test('needs no session, but is limited', async () => {
      const address = newAddress()
      const once = { ...range('kausimaa', '2026-12-10', '2026-12-10'), address }
      for (let times = 0; times < 120; times++) await call(readAvailability, once)
      expect(await rejected('too_many', readAvailability, once)).toMatchObject({ retryAfter: 1 })
      await call(readAvailability, { ...once, address: newAddress() })
    })
  })

  describe('the site', () => {
    const missing = (id: string, name: string) => ({ id, available: false, reason: `${name} is not set up yet` })

    test('returns what it offers, and why it does not offer the rest', async () => {
      const ids = ['esewa', 'khalti', 'stripe', 'qr_payment', 'bank_transfer']
      expect(await call(readSite)).toEqual({
        payments: 'sandbox',
        methods: ids.map((id) => ({ id, available: true })),
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
      expect((await call(readSite)).methods).toContainEqual(missing('qr_payment', 'QR payment'))
    })

    test('does not offer a transfer to a sample account for real money', async () => {
      app.env = { ...app.env, payments: 'live', holdMinutes: 45, paymentDebug: true }
      const site = await call(readSite)
      expect(site).toMatchObject({ payments: 'live', holdMinutes: 45, debugPanel: true })
      expect(site.methods).toContainEqual(missing('bank_transfer', 'Bank transfer'))
      expect(site.methods).toContainEqual(missing('khalti', 'Khalti'))
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
