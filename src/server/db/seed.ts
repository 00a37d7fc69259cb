/**
 * Fills the database with sample bookings through the product's own services: something to look at, nothing real. With
 * `--bookings 200000` an empty one with years of them, the same for the same `--seed`: something to measure with.
 */
import { parseArgs } from 'node:util'
import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { type App, openApp } from '../app.ts'
import { place } from '../bookings.ts'
import { readEnv } from '../env.ts'
import { start, verify } from '../payments.ts'
import { fill } from './seed/large.ts'

const PEOPLE = [
  'Aarati Shrestha',
  'Bikash Gurung',
  'Prerana Maharjan',
  'Sonam Tamang',
  'Rohan Joshi',
  'Nisha Karki',
  'Dipesh Thapa',
  'Meera Basnet',
]
const PLANS = ['explorer', 'professional', 'enterprise'] as const
const BOOKINGS = 40
/** Fewer are no history. */
const FEWEST = 100

const env = readEnv(process.env)
if (env.payments !== 'sandbox') {
  console.error('Sample bookings are for the sandbox: set PAYMENTS=sandbox.')
  process.exit(1)
}
const { values } = parseArgs({ options: { bookings: { type: 'string' }, seed: { type: 'string', default: '1' } } })
if (
  values.bookings !== undefined &&
  !(Number.isInteger(Number(values.bookings)) && Number(values.bookings) >= FEWEST)
) {
  console.error(`--bookings takes a whole number from ${FEWEST} on.`)
  process.exit(1)
}
const app = await openApp(env)
if (values.bookings === undefined) {
  for (let number = 0; number < BOOKINGS; number++) await book(app, number)
} else {
  const sentence = await fill(app, Number(values.bookings), Number(values.seed))
  if (sentence) console.log(sentence)
}
await app.db.close()
console.log(`${values.bookings ?? BOOKINGS} sample bookings are in ${env.databaseUrl ? 'the database' : env.dataDir}.`)

/** A third pays with eSewa, a third announces a transfer, a third has not paid yet. */
async function book(opened: App, number: number): Promise<void> {
  const person = PEOPLE[number % PEOPLE.length] ?? 'Aarati Shrestha'
  const [firstName = '', lastName = ''] = person.split(' ')
  const placed = await place(
    opened,
    {
      locationId: number % 3 === 0 ? 'kausimaa' : 'dhobighat-hub',
      planId: PLANS[number % PLANS.length] ?? 'explorer',
      startDate: addDays(kathmanduDate(opened.now()), (number * 7) % 40),
      addOns: number % 5 === 0 ? ['virtual-office'] : [],
      meetingRoomHours: number % 4,
      guestPasses: 0,
      contactInfo: {
        firstName,
        lastName,
        email: `${firstName.toLowerCase()}@example.com`,
        phone: `98412345${String(number).padStart(2, '0')}`,
      },
    },
    crypto.randomUUID(),
  )
  if (!placed.ok) throw new Error(`a sample booking was refused: ${placed.failure.code}`)
  const { bookingId, secret } = placed.value
  if (number % 3 === 1) await start(opened, bookingId, secret, 'bank_transfer')
  if (number % 3 === 2) await payWithEsewa(opened, bookingId, secret)
}

async function payWithEsewa(opened: App, bookingId: string, secret: string): Promise<void> {
  const started = await start(opened, bookingId, secret, 'esewa')
  if (!started.ok || started.value.next.kind !== 'form') return
  const { paymentId, next } = started.value
  const desk = opened.env.esewaApi === 'v1' ? opened.sandbox?.esewaV1 : opened.sandbox?.esewa
  await desk?.open(next.fields)
  const wayBack = await opened.sandbox?.esewa.decide(paymentId, 'pay')
  await verify(opened, paymentId, wayBack ? Object.fromEntries(new URL(wayBack).searchParams) : {})
}
