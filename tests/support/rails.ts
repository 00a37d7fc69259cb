import { readEsewaData, SIGNED_FIELDS } from '#contract/esewa.ts'
import { succeed } from '#contract/failure.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { ESEWA_TEST_MERCHANT } from '#server/payments/gateways/esewa.ts'
import { type EsewaChoice, type EsewaPayment, getEsewaStatus } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import {
  getKhaltiStatus,
  type KhaltiChoice,
  type KhaltiPayment,
} from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { advanceIntent, type SandboxIntent, type TestCard } from '#server/payments/gateways/sandbox/stripe-intent.ts'
import { decode, encode, returnData } from '../server/gateways/doubles.ts'
import { HOUR, rows } from './app.ts'
import { arrive, type Started } from './payments.ts'
import type { Chance } from './random.ts'

export type Hints = Record<string, string>

/** How a try ends at the stand-in. The last two are open for two hours before the money is known to have come. */
export const FATES = [
  'pays',
  'never comes back',
  'fails',
  'leaves',
  'pays slowly',
  'pays in an outage',
  'another amount is taken',
  'pending for two hours',
  'ambiguous for two hours',
] as const
export type Fate = (typeof FATES)[number]

/** Somebody's return address, to be forged: his own payment, and what another brought back who really paid. */
export interface Forgery {
  mine: Pick<Started, 'paymentId' | 'amount' | 'next'>
  paid: { paymentId: string; hints: Hints }
  chance: Chance
}

/** All that a campaign has to know of a way to pay; another gateway takes part once it is named in `RAILS`. */
export interface Rail {
  name: string
  method: PaymentMethod
  /** Settings beside the usual ones. */
  env: Readonly<Record<string, string>>
  fates: readonly Fate[]
  /** The payer arrives and his try takes its course; gives the parameters that his browser comes back with. */
  meet(app: App, payment: Started, fate: Fate): Promise<Hints>
  /** The gateway's doubt about an ambiguous try is over: the money had come. */
  clear(app: App, payment: Started): Promise<void>
  /**
   * Money of somebody who had left comes after the gateway had said that there was none; absent where the gateway closes
   * such a try for good, or where nobody could ask about it.
   */
  comeLate?(app: App, payment: Started): Promise<void>
  /** What the stand-in really took by now: paisa by attempt, nothing for what was not paid. */
  received(app: App): Promise<ReadonlyMap<string, number>>
  forgeries: Readonly<Record<string, (of: Forgery) => Hints>>
  /** What a careless shop would take for a payment. */
  looksPaid(hints: Hints): boolean
}

const CHOICES: Readonly<Record<Fate, EsewaChoice>> = {
  pays: 'pay',
  'never comes back': 'silent',
  fails: 'fail',
  leaves: 'leave',
  'pays slowly': 'late',
  'pays in an outage': 'outage',
  'another amount is taken': 'altered',
  'pending for two hours': 'late',
  'ambiguous for two hours': 'ambiguous',
}

async function meetEsewa(app: App, payment: Started, fate: Fate): Promise<Hints> {
  const esewa = app.sandbox?.esewa
  await arrive(app, payment)
  const wayBack = await esewa?.decide(payment.paymentId, CHOICES[fate])
  const decided = await esewa?.find(payment.paymentId)
  if (decided && fate === 'pending for two hours') await esewa?.save({ ...decided, completesAt: app.now() + 2 * HOUR })
  return wayBack === undefined ? {} : Object.fromEntries(new URL(wayBack).searchParams)
}

const reference = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()

async function clearEsewa(app: App, { paymentId }: Started): Promise<void> {
  const esewa = app.sandbox?.esewa
  const payment = await esewa?.find(paymentId)
  if (payment?.status === 'AMBIGUOUS') await esewa?.save({ ...payment, status: 'COMPLETE', reference: reference() })
}

async function comeLateAtEsewa(app: App, { paymentId }: Started): Promise<void> {
  const payment = await app.sandbox?.esewa.find(paymentId)
  if (payment) await app.sandbox?.esewa.save({ ...payment, status: 'COMPLETE', reference: reference() })
}

async function receivedByEsewa(app: App): Promise<ReadonlyMap<string, number>> {
  const kept = (await rows(app.db.read, 'sandbox_values')).filter(({ key }) => key.startsWith('esewa:'))
  const payments = kept.map(({ value }) => JSON.parse(value) as EsewaPayment)
  const paid = payments.filter((payment) => getEsewaStatus(payment, app.now()) === 'COMPLETE')
  return new Map(paid.map(({ uuid, taken, amount }) => [uuid, taken ?? amount]))
}

const rupees = (paisa: number): string => (paisa / 100).toFixed(1)
const GARBAGE: Rail['forgeries'] = {
  garbage: ({ chance }) => ({ [chance.pick(['data', 'oid', 'pidx', 'token', chance.text(10)])]: chance.text(400) }),
  'garbage in base64': ({ chance }) => ({
    data: encode(chance.pick([null, [], 17, chance.text(99), { status: {} }])),
  }),
  'bare words': ({ chance }) => ({ status: chance.pick(['COMPLETE', 'Completed', 'succeeded']), success: 'true' }),
  nothing: () => ({}),
}
const SWAPPED: Rail['forgeries'] = {
  'in the manner of Khalti': ({ mine: { paymentId, amount } }) => ({
    pidx: paymentId,
    status: 'Completed',
    transaction_id: 'GFq9PFS7b2iYvL8Lir9oXe',
    total_amount: String(amount),
    purchase_order_id: paymentId,
  }),
  'in the manner of Khalti v1': ({ mine: { amount } }) => ({ token: 'QUao9cqFzxPgvWJNi9aKac', amount: String(amount) }),
  'in the manner of a card': ({ mine }) => ({ payment_intent: mine.paymentId, redirect_status: 'succeeded' }),
}
const V1_MANNER: Rail['forgeries'] = {
  'in the manner of eSewa v1': ({ mine: { paymentId, amount } }) => ({
    oid: paymentId,
    amt: rupees(amount),
    refId: '0007G36',
  }),
}
const V2_MANNER: Rail['forgeries'] = {
  'in the manner of eSewa v2, signed': ({ mine: { paymentId, amount } }) => ({
    data: returnData({ transaction_uuid: paymentId, total_amount: rupees(amount) }),
  }),
}

/** A return of `mine` that says paid; changed by `over`. */
const claimed = ({ mine }: Forgery, over: Hints = {}) => ({
  transaction_uuid: mine.paymentId,
  total_amount: rupees(mine.amount),
  ...over,
})
/** Another's genuine return, changed without signing it anew. */
const edited = ({ paid }: Forgery, over: Hints): Hints => ({
  data: encode({ ...decode(paid.hints.data ?? ''), ...over }),
})
const guess = ({ chance }: Forgery) => ({ secret: chance.pick(['', 'secret', `${ESEWA_TEST_MERCHANT.secret}(`]) })

const saysComplete = ({ data = '' }: Hints): boolean => readEsewaData(data)?.status === 'COMPLETE'

const esewa: Rail = {
  name: 'eSewa v2',
  method: 'esewa',
  env: {},
  fates: FATES,
  meet: meetEsewa,
  clear: clearEsewa,
  comeLate: comeLateAtEsewa,
  received: receivedByEsewa,
  forgeries: {
    'signed with a guessed key': (of) => ({ data: returnData(claimed(of), guess(of)) }),
    'signed with the published key': (of) => ({ data: returnData(claimed(of)) }),
    'another’s genuine return': ({ paid }) => paid.hints,
    'another’s return under our reference': (of) => edited(of, { transaction_uuid: of.mine.paymentId }),
    'altered amount': (of) => edited(of, { total_amount: of.chance.pick(['1.0', '1,000.0', '0', '-5', '1e9']) }),
    'altered amount, signed': (of) => ({
      data: returnData(claimed(of, { total_amount: of.chance.pick(['1.0', '0.01']) })),
    }),
    'altered product code': (of) => edited(of, { product_code: 'NP-ES-OTHER' }),
    'another’s product code, signed': (of) => ({ data: returnData(claimed(of, { product_code: 'NP-ES-OTHER' })) }),
    'shorter signed list': (of) => ({
      data: returnData(claimed(of), { names: SIGNED_FIELDS.slice(0, of.chance.integerBelow(SIGNED_FIELDS.length)) }),
    }),
    'one sign changed': ({ paid: { hints }, chance }) => {
      const data = hints.data ?? ''
      const at = chance.integerBelow(data.length)
      return { data: data.slice(0, at) + chance.pick([...'ABCxyz09+/=']) + data.slice(at + 1) }
    },
    ...SWAPPED,
    ...V1_MANNER,
    ...GARBAGE,
  },
  looksPaid: saysComplete,
}

const esewaV1: Rail = {
  name: 'eSewa v1',
  method: 'esewa',
  env: { ESEWA_API: 'v1' },
  // Nobody can ask about a payer who brings no number back, and transrec does not tell another amount from none.
  fates: ['pays', 'fails', 'leaves', 'pays slowly', 'pays in an outage', 'pending for two hours'],
  meet: meetEsewa,
  clear: clearEsewa,
  received: receivedByEsewa,
  forgeries: {
    'made-up number': ({ mine, chance }) => ({
      oid: mine.paymentId,
      refId: chance.pick(['0007G36', '1', chance.text(20)]),
    }),
    'another’s genuine return': ({ paid }) => paid.hints,
    'another’s number under our reference': ({ mine, paid }) => ({ ...paid.hints, oid: mine.paymentId }),
    'altered amount': ({ mine, paid }) => ({ ...paid.hints, oid: mine.paymentId, amt: '1.00' }),
    'another’s reference with a made-up number': ({ paid }) => ({ ...paid.hints, refId: '0007G36' }),
    'no number': ({ mine }) => ({ oid: mine.paymentId, amt: rupees(mine.amount) }),
    ...SWAPPED,
    ...V2_MANNER,
    ...GARBAGE,
  },
  looksPaid: ({ refId }) => refId !== undefined,
}

const KHALTI_CHOICES: Readonly<Record<Fate, KhaltiChoice>> = {
  pays: 'pay',
  'never comes back': 'silent',
  fails: 'cancel',
  leaves: 'leave',
  'pays slowly': 'late',
  'pays in an outage': 'outage',
  'another amount is taken': 'altered',
  'pending for two hours': 'late',
  'ambiguous for two hours': 'hold',
}

/** Khalti's name of a try is the end of the address that it sent the payer to. */
const pidxOf = ({ next }: Pick<Started, 'next'>): string =>
  next.kind === 'redirect' ? (new URL(next.url).pathname.split('/').at(-1) ?? '') : ''

async function amendKhalti(app: App, payment: Started, changes: Partial<KhaltiPayment>): Promise<void> {
  const pidx = pidxOf(payment)
  const value = JSON.stringify({ ...(await app.sandbox?.khalti.find(pidx)), ...changes })
  await app.db.write(async (db) =>
    succeed(await db.updateTable('sandbox_values').set({ value }).where('key', '=', `khalti:${pidx}`).execute()),
  )
}

const khalti: Rail = {
  name: 'Khalti',
  method: 'khalti',
  env: {},
  fates: FATES,
  meet: async (app, payment, fate) => {
    const wayBack = await app.sandbox?.khalti.decide(pidxOf(payment), KHALTI_CHOICES[fate])
    if (fate === 'pending for two hours') await amendKhalti(app, payment, { completesAt: app.now() + 2 * HOUR })
    return wayBack === undefined ? {} : Object.fromEntries(new URL(wayBack).searchParams)
  },
  clear: (app, payment) => amendKhalti(app, payment, { status: 'Completed', transactionId: reference() }),
  comeLate: (app, payment) => amendKhalti(app, payment, { status: 'Completed', transactionId: reference() }),
  received: async (app) => {
    const kept = (await rows(app.db.read, 'sandbox_values')).filter(({ key }) => key.startsWith('khalti:'))
    const payments = kept.map(({ value }) => JSON.parse(value) as KhaltiPayment)
    const paid = payments.filter((payment) => getKhaltiStatus(payment, app.now()) === 'Completed')
    return new Map(paid.map(({ orderId, taken, amount }) => [orderId, taken ?? amount]))
  },
  forgeries: {
    'says completed': ({ mine }) => ({ pidx: pidxOf(mine), status: 'Completed', transaction_id: reference() }),
    'another’s genuine return': ({ paid }) => paid.hints,
    'another’s return under our reference': ({ mine, paid }) => ({
      ...paid.hints,
      payment: mine.paymentId,
      purchase_order_id: mine.paymentId,
    }),
    'another’s transaction under our pidx': ({ mine, paid }) => ({ ...paid.hints, pidx: pidxOf(mine) }),
    'altered amount': ({ mine, paid }) => ({ ...paid.hints, pidx: pidxOf(mine), amount: '1000', total_amount: '1000' }),
    'made-up pidx': ({ chance }) => ({ pidx: chance.pick(['', 'x', reference()]), status: 'Completed' }),
    ...SWAPPED,
    ...V1_MANNER,
    ...V2_MANNER,
    ...GARBAGE,
  },
  looksPaid: ({ status }) => status === 'Completed',
}

/** Which test card is used; without one nothing happens. Where an answer is lost, so is the notice about it. */
const CARDS: Readonly<Record<Fate, TestCard | undefined>> = {
  pays: 'answerLost',
  'never comes back': 'visa',
  fails: 'chargeDeclined',
  leaves: undefined,
  'pays slowly': 'slow',
  'pays in an outage': undefined,
  'another amount is taken': 'answerLost',
  'pending for two hours': 'slow',
  'ambiguous for two hours': 'slow',
}

const secretOf = ({ next }: Pick<Started, 'next'>): string => (next.kind === 'card' ? next.clientSecret : '')
/** Stripe's name of a try is the beginning of its secret. */
const intentOf = (payment: Pick<Started, 'next'>): string => secretOf(payment).split('_secret_')[0] ?? ''

async function amendIntent(app: App, payment: Started, changes: Partial<SandboxIntent>): Promise<void> {
  const id = intentOf(payment)
  const value = JSON.stringify({ ...(await app.sandbox?.stripe.find(id)), ...changes })
  await app.db.write(async (db) =>
    succeed(await db.updateTable('sandbox_values').set({ value }).where('key', '=', `stripe:${id}`).execute()),
  )
}

async function meetCard(app: App, payment: Started, fate: Fate): Promise<Hints> {
  const [card, id, secret] = [CARDS[fate], intentOf(payment), secretOf(payment)]
  const wayBack = `${app.env.siteUrl}/payment?payment=${payment.paymentId}`
  if (card) await app.sandbox?.stripe.confirm(id, secret, card, wayBack)
  if (fate === 'another amount is taken') await amendIntent(app, payment, { amount: payment.amount - 100 })
  if (fate === 'pending for two hours') await amendIntent(app, payment, { completesAt: app.now() + 2 * HOUR })
  if (fate === 'ambiguous for two hours') await amendIntent(app, payment, { completesAt: app.now() + 1_000 * HOUR })
  return {
    payment: payment.paymentId,
    payment_intent: id,
    payment_intent_client_secret: secret,
    redirect_status: fate === 'pays' ? 'succeeded' : 'failed',
  }
}

const card: Rail = {
  name: 'a card',
  method: 'stripe',
  env: {},
  // Stripe has no word for an outage of its own.
  fates: FATES.filter((fate) => fate !== 'pays in an outage'),
  meet: meetCard,
  clear: (app, payment) => amendIntent(app, payment, { completesAt: app.now() }),
  received: async (app) => {
    const kept = (await rows(app.db.read, 'sandbox_values')).filter(({ key }) => key.startsWith('stripe:'))
    const intents = kept.map(({ value }) => advanceIntent(JSON.parse(value) as SandboxIntent, app.now()))
    const paid = intents.filter(({ status }) => status === 'succeeded')
    return new Map(paid.map(({ metadata, amount }) => [metadata.attempt_id ?? '', amount]))
  },
  forgeries: {
    'says succeeded': ({ mine }) => ({ payment_intent: intentOf(mine), redirect_status: 'succeeded' }),
    'says succeeded, with its secret': ({ mine }) => ({
      payment_intent: intentOf(mine),
      payment_intent_client_secret: secretOf(mine),
      redirect_status: 'succeeded',
    }),
    'another’s genuine return': ({ paid }) => paid.hints,
    'another’s return under our reference': ({ mine, paid }) => ({ ...paid.hints, payment: mine.paymentId }),
    'another’s intent under our secret': ({ mine, paid }) => ({
      ...paid.hints,
      payment_intent_client_secret: secretOf(mine),
    }),
    'made-up intent': ({ chance }) => ({
      payment_intent: chance.pick(['', 'pi_1', chance.text(20)]),
      redirect_status: 'succeeded',
    }),
    ...SWAPPED,
    ...V1_MANNER,
    ...V2_MANNER,
    ...GARBAGE,
  },
  looksPaid: ({ redirect_status }) => redirect_status === 'succeeded',
}

export const RAILS: readonly Rail[] = [esewa, esewaV1, khalti, card]
