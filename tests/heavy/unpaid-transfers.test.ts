import { describe, expect, test } from 'vitest'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { createBooking } from '#server/bookings/placement.ts'
import { startAttempt } from '#server/payments/attempts.ts'
import { expireBookings } from '#server/payments/expiry.ts'
import { settle } from '#server/payments/settlement.ts'
import { MINUTE, useApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { dayPass, granted, newKey, order, type Placed } from '../support/orders.ts'
import { paid } from '../support/payments.ts'
import { emailConfirmed, miscountedDays, unpaidSeats } from '../support/unpaid-transfers.ts'

const SEATS = 40
/** One contact from one address in the first minute, then changing ones. */
const FIRST_MINUTE = 40
const MINUTES = 50
const PER_MINUTE = 10

interface Attack {
  /** Whether the attacker can read the emails to the contacts. */
  readsEmail: boolean
  /** Whether the holds of rejected transfers stay until they expire. */
  keepsHolds?: boolean
}

describe.each(ENGINES)('40 and then 500 unpaid annual transfers on %s', (engine) => {
  const app = useApp(engine)

  /** Announces one transfer; returns the hold if that was rejected. */
  async function announce(attack: Attack, name: string, address: string, replaces?: Placed) {
    const annual = order({
      locationId: 'kausimaa',
      billing: 'annual',
      contactInfo: { firstName: name, lastName: 'X', email: `${name}@attacker.example`, phone: phoneOf(name) },
      ...(replaces && { replaces: { bookingId: replaces.bookingId, secret: replaces.secret } }),
    })
    const placed = await createBooking(app, annual, newKey(), { address })
    if (!placed.ok) return { announced: 0, hold: replaces }
    const { bookingId, secret } = placed.value
    let transfer = await startAttempt(app, bookingId, secret, 'bank_transfer')
    if (!transfer.ok && transfer.failure.code === 'email_unconfirmed' && attack.readsEmail) {
      await emailConfirmed(app, placed.value).catch(() => {})
      transfer = await startAttempt(app, bookingId, secret, 'bank_transfer')
    }
    return transfer.ok ? { announced: 1, hold: undefined } : { announced: 0, hold: placed.value }
  }

  /** Books and pays one day; returns the code of a rejection. */
  async function buy(minute: number) {
    const startDate = addDays(kathmanduDate(app.now()), 20 + 60 * (minute % 5))
    const choices = dayPass({ locationId: 'kausimaa', startDate })
    const placed = await createBooking(app, choices, newKey(), { address: `203.0.113.${minute}` })
    if (!placed.ok) return placed.failure.code
    const { paymentId, amount } = granted(await startAttempt(app, placed.value.bookingId, placed.value.secret, 'esewa'))
    await settle(app, paymentId, paid(amount, `PAID-${minute}`), 'lookup')
    return 'paid'
  }

  async function run(attack: Attack) {
    let announced = 0
    let hold: Placed | undefined
    const bought: string[] = []
    for (let minute = 0; minute <= MINUTES; minute++) {
      for (let number = 0; number < (minute === 0 ? FIRST_MINUTE : PER_MINUTE); number++) {
        const name = minute === 0 ? 'first' : `m${minute}n${number}`
        const address = minute === 0 ? '198.51.100.1' : `10.${minute}.${number}.1`
        const result = await announce(attack, name, address, attack.keepsHolds ? undefined : hold)
        announced += result.announced
        hold = result.hold
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
    expect(await run({ readsEmail: false })).toEqual({ announced: 0, bought: ALL_PAID })
  })

  test('announce half of the seats with confirmed emails, and every customer who pays gets a seat', async () => {
    expect(await run({ readsEmail: true })).toEqual({ announced: SEATS / 2, bought: ALL_PAID })
  })

  test('take seats with the holds of rejected transfers only until these holds expire', async () => {
    await run({ readsEmail: true, keepsHolds: true })
    app.clock.advance(61 * MINUTE)
    await expireBookings(app)
    expect(await buy(MINUTES + 1)).toBe('paid')
  })

  test('sell out the location without the limit, which shows that the test can fail', async () => {
    app.env = { ...app.env, unpaidShare: 1 }
    const { announced, bought } = await run({ readsEmail: true })
    expect(announced).toBeGreaterThan(SEATS / 2)
    expect(bought.filter((result) => result === 'sold_out').length).toBeGreaterThan(MINUTES / 2)
  })
})

/** A different phone number for each name. */
const phoneOf = (name: string) =>
  `98410${String([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 7)).padStart(5, '0')}`
