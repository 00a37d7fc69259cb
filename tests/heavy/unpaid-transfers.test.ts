import { describe, expect, test } from 'vitest'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { paisa } from '#domain/money.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, order, type Placed } from '../support/orders.ts'
import { emailConfirmed, miscountedDays, unpaidSeats } from '../support/unpaid.ts'

const SEATS = 40
/** One contact from one address in the first minute, then changing ones. */
const FIRST = 40
const MINUTES = 50
const A_MINUTE = 10

interface Attack {
  /** Whether the attacker can read the mails that are sent to the contacts. */
  readsMail: boolean
  /** Whether a hold whose transfer was rejected is kept until it ends. */
  keepsHolds?: boolean
}

describe.each(ENGINES)('40 and then 500 annual transfers that nobody pays, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })

  const year = (name: string) =>
    order({
      locationId: 'kausimaa',
      billing: 'annual',
      contactInfo: { firstName: name, lastName: 'X', email: `${name}@attacker.example`, phone: phoneOf(name) },
    })

  /** Announces one transfer; returns the hold where that was rejected. */
  async function announce(attack: Attack, name: string, address: string, replaces?: Placed) {
    const { bookingId = '', secret = '' } = replaces ?? {}
    const sent = { ...year(name), ...(replaces && { replaces: { bookingId, secret } }) }
    const placed = await createBooking(app, sent, newKey(), undefined, address)
    if (!placed.ok) return { announced: 0, hold: replaces }
    const first = await startAttempt(app, placed.value.bookingId, placed.value.secret, 'bank_transfer')
    if (first.ok) return { announced: 1, hold: undefined }
    if (first.failure.code === 'email_unconfirmed' && attack.readsMail) {
      await emailConfirmed(app, placed.value).catch(() => {})
      const again = await startAttempt(app, placed.value.bookingId, placed.value.secret, 'bank_transfer')
      if (again.ok) return { announced: 1, hold: undefined }
    }
    return { announced: 0, hold: placed.value }
  }

  /** Books and pays one day; returns the code of a rejection. */
  async function buy(minute: number): Promise<string> {
    const startDate = addDays(kathmanduDate(app.now()), 20 + 60 * (minute % 5))
    const sent = dayPass({ locationId: 'kausimaa', startDate })
    const placed = await createBooking(app, sent, newKey(), undefined, `203.0.113.${minute}`)
    if (!placed.ok) return placed.failure.code
    const { paymentId, amount } = granted(await startAttempt(app, placed.value.bookingId, placed.value.secret, 'esewa'))
    const report = { kind: 'paid', amount: paisa(amount), providerReference: `PAID-${minute}` } as const
    await settle(app, paymentId, report, 'lookup')
    return 'paid'
  }

  async function run(attack: Attack): Promise<{ announced: number; bought: string[] }> {
    let announced = 0
    let hold: Placed | undefined
    const bought: string[] = []
    for (let minute = 0; minute <= MINUTES; minute++) {
      for (let number = 0; number < (minute === 0 ? FIRST : A_MINUTE); number++) {
        const name = minute === 0 ? 'first' : `m${minute}n${number}`
        const address = minute === 0 ? '198.51.100.1' : `10.${minute}.${number}.1`
        const done = await announce(attack, name, address, attack.keepsHolds ? undefined : hold)
        announced += done.announced
        hold = done.hold
      }
      bought.push(await buy(minute))
      app.clock.advance(MINUTE)
      await expireBookings(app)
      expect(Math.max(0, ...Object.values(await unpaidSeats(app, 'kausimaa')))).toBeLessThanOrEqual(
        Math.floor(SEATS * app.env.unpaidShare),
      )
    }
    expect(await miscountedDays(app)).toEqual([])
    return { announced, bought }
  }

  const ALL_PAID = Array(MINUTES + 1).fill('paid')

  test('announce nothing without a confirmed email, and every customer who pays gets a seat', async () => {
    expect(await run({ readsMail: false })).toEqual({ announced: 0, bought: ALL_PAID })
  })

  test('announce half of the seats with confirmed emails, and every customer who pays gets a seat', async () => {
    expect(await run({ readsMail: true })).toEqual({ announced: SEATS / 2, bought: ALL_PAID })
  })

  test('with the holds of rejected transfers take seats until these holds end, and no longer', async () => {
    await run({ readsMail: true, keepsHolds: true })
    app.clock.advance(61 * MINUTE)
    await expireBookings(app)
    expect(await buy(MINUTES + 1)).toBe('paid')
  })

  test('sell the location out without the limit, which shows that the campaign would notice', async () => {
    app.env = { ...app.env, unpaidShare: 1 }
    const { announced, bought } = await run({ readsMail: true })
    expect(announced).toBeGreaterThan(SEATS / 2)
    expect(bought.filter((result) => result === 'sold_out').length).toBeGreaterThan(MINUTES / 2)
  })
})

/** Ten digits of its own for each name. */
const phoneOf = (name: string): string =>
  `98410${String([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7)).padStart(5, '0')}`
