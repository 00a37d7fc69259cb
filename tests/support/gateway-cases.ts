import { readEsewaData, SIGNED_FIELDS } from '#contract/esewa.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { ESEWA_TEST_MERCHANT } from '#server/env.ts'
import { type EsewaChoice, type EsewaPayment, getEsewaStatus } from '#server/payments/gateways/sandbox/esewa-outcome.ts'
import {
  type FonepayChoice,
  type FonepayPayment,
  getFonepayStatus,
} from '#server/payments/gateways/sandbox/fonepay-outcome.ts'
import {
  getKhaltiStatus,
  type KhaltiChoice,
  type KhaltiPayment,
} from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { advanceIntent, type SandboxIntent, type TestCard } from '#server/payments/gateways/sandbox/stripe-intent.ts'
import { decode, encode, returnData } from '../server/gateways/doubles.ts'
import { execute, HOUR, rows } from './app.ts'
import { decide, readReturnParameters, type Started } from './payments.ts'
import type { TestRandom } from './random.ts'

export type ReturnParameters = Record<string, string>

/** How an attempt ends at each sandbox gateway. The last two stay open for two hours; `answerLost` sends no webhook. */
const CHOICES = {
  pays: { esewa: 'pay', khalti: 'pay', card: 'responseLost', qr: 'pay' },
  'never returns': { esewa: 'silent', khalti: 'silent', card: 'visa', qr: 'pay' },
  fails: { esewa: 'fail', khalti: 'cancel', card: 'chargeDeclined', qr: 'failed' },
  leaves: { esewa: 'leave', khalti: 'leave', card: undefined, qr: 'leave' },
  'pays slowly': { esewa: 'late', khalti: 'late', card: 'slow', qr: 'late' },
  'pays in an outage': { esewa: 'outage', khalti: 'outage', card: undefined, qr: 'outage' },
  'pays another amount': { esewa: 'altered', khalti: 'altered', card: 'responseLost', qr: 'altered' },
  'pending for two hours': { esewa: 'late', khalti: 'late', card: 'slow', qr: 'late' },
  'ambiguous for two hours': { esewa: 'ambiguous', khalti: 'hold', card: 'slow', qr: 'hold' },
} as const satisfies Record<
  string,
  { esewa: EsewaChoice; khalti: KhaltiChoice; card: TestCard | undefined; qr: FonepayChoice }
>
export type Outcome = keyof typeof CHOICES
const OUTCOMES = Object.keys(CHOICES) as Outcome[]

/** The victim's payment, and the genuine return of another payer. */
export interface Forgery {
  mine: Pick<Started, 'paymentId' | 'amount' | 'next'>
  paid: { paymentId: string; parameters: ReturnParameters }
  chance: TestRandom
}
type Forgeries = Readonly<Record<string, (of: Forgery) => ReturnParameters>>

/** What the campaigns need to know about a gateway; new gateways are added to `GATEWAY_CASES`. */
export interface GatewayCase {
  name: string
  method: PaymentMethod
  env: Readonly<Record<string, string>>
  outcomes: readonly Outcome[]
  /** Completes the attempt and returns the parameters of the return URL. */
  complete(app: App, payment: Started, outcome: Outcome): Promise<ReturnParameters>
  /** Completes an open attempt as paid. */
  payLate(app: App, payment: Started): Promise<void>
  /** Whether `payLate` also works after the gateway reported no payment; otherwise the gateway closes such attempts. */
  canPayAfterFailure: boolean
  /** Returns what the sandbox received: paisa by attempt. */
  received(app: App): Promise<ReadonlyMap<string, number>>
  forgeries: Forgeries
  /** Whether a server that trusts return parameters would confirm the payment. */
  looksPaid(parameters: ReturnParameters): boolean
}

const createReference = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()

/** Changes the payment that a sandbox gateway stored under this key. */
async function amend<Stored>(app: App, key: string, changes: Partial<Stored>) {
  const row = (await rows(app.db.read, 'sandbox_values')).find((row) => row.key === key)
  const value = JSON.stringify({ ...JSON.parse(row?.value ?? '{}'), ...changes })
  await execute(app, (db) => db.updateTable('sandbox_values').set({ value }).where('key', '=', key))
}

/** Returns the payments that a sandbox gateway stored. */
async function readSandbox<Payment>(app: App, gateway: string) {
  const stored = (await rows(app.db.read, 'sandbox_values')).filter(({ key }) => key.startsWith(`${gateway}:`))
  return stored.map(({ value }) => JSON.parse(value) as Payment)
}

const rupees = (paisa: number) => (paisa / 100).toFixed(1)
/** Forgeries for every gateway: another's return, and parameters that belong to no gateway or another one. */
const COMMON: Forgeries = {
  'another’s genuine return': ({ paid }) => paid.parameters,
  garbage: ({ chance }) => ({ [chance.pick(['data', 'oid', 'pidx', 'token', chance.text(10)])]: chance.text(400) }),
  'garbage in base64': ({ chance }) => ({
    data: encode(chance.pick([null, [], 17, chance.text(99), { status: {} }])),
  }),
  'only a status': ({ chance }) => ({ status: chance.pick(['COMPLETE', 'Completed', 'succeeded']), success: 'true' }),
  'no parameters': () => ({}),
  'in the form of Khalti': ({ mine: { paymentId, amount } }) => ({
    pidx: paymentId,
    status: 'Completed',
    transaction_id: 'GFq9PFS7b2iYvL8Lir9oXe',
    total_amount: String(amount),
    purchase_order_id: paymentId,
  }),
  'in the form of Khalti v1': ({ mine: { amount } }) => ({ token: 'QUao9cqFzxPgvWJNi9aKac', amount: String(amount) }),
  'in the form of a card': ({ mine }) => ({ payment_intent: mine.paymentId, redirect_status: 'succeeded' }),
}
const ESEWA_V1: Forgeries = {
  'in the form of eSewa v1': ({ mine: { paymentId, amount } }) => ({
    oid: paymentId,
    amt: rupees(amount),
    refId: '0007G36',
  }),
}
const ESEWA_V2: Forgeries = {
  'in the form of eSewa v2, signed': ({ mine: { paymentId, amount } }) => ({
    data: returnData({ transaction_uuid: paymentId, total_amount: rupees(amount) }),
  }),
}

const claimed = ({ mine }: Forgery, over: ReturnParameters = {}) => ({
  transaction_uuid: mine.paymentId,
  total_amount: rupees(mine.amount),
  ...over,
})
const edited = ({ paid }: Forgery, over: ReturnParameters) => ({
  data: encode({ ...decode(paid.parameters.data ?? ''), ...over }),
})
const guess = ({ chance }: Forgery) => ({ secret: chance.pick(['', 'secret', `${ESEWA_TEST_MERCHANT.secret}(`]) })

const amendEsewa = (app: App, { paymentId }: Started, changes: Partial<EsewaPayment>) =>
  amend(app, `esewa:${paymentId}`, changes)

const esewa: GatewayCase = {
  name: 'eSewa v2',
  method: 'esewa',
  env: {},
  outcomes: OUTCOMES,
  complete: async (app, payment, outcome) => {
    const parameters = await decide(app, payment, CHOICES[outcome].esewa)
    if (outcome === 'pending for two hours') await amendEsewa(app, payment, { completesAt: app.now() + 2 * HOUR })
    return parameters
  },
  payLate: (app, payment) => amendEsewa(app, payment, { status: 'COMPLETE', reference: createReference() }),
  canPayAfterFailure: true,
  received: async (app) => {
    const payments = await readSandbox<EsewaPayment>(app, 'esewa')
    const paid = payments.filter((payment) => getEsewaStatus(payment, app.now()) === 'COMPLETE')
    return new Map(paid.map(({ uuid, taken, amount }) => [uuid, taken ?? amount]))
  },
  forgeries: {
    'signed with a guessed key': (of) => ({ data: returnData(claimed(of), guess(of)) }),
    'signed with the published key': (of) => ({ data: returnData(claimed(of)) }),
    'another’s return with our reference': (of) => edited(of, { transaction_uuid: of.mine.paymentId }),
    'altered amount': (of) => edited(of, { total_amount: of.chance.pick(['1.0', '1,000.0', '0', '-5', '1e9']) }),
    'altered amount, signed': (of) => ({
      data: returnData(claimed(of, { total_amount: of.chance.pick(['1.0', '0.01']) })),
    }),
    'altered product code': (of) => edited(of, { product_code: 'NP-ES-OTHER' }),
    'another’s product code, signed': (of) => ({ data: returnData(claimed(of, { product_code: 'NP-ES-OTHER' })) }),
    'shorter signed list': (of) => ({
      data: returnData(claimed(of), { names: SIGNED_FIELDS.slice(0, of.chance.integerBelow(SIGNED_FIELDS.length)) }),
    }),
    'one sign changed': ({ paid: { parameters }, chance }) => {
      const data = parameters.data ?? ''
      const at = chance.integerBelow(data.length)
      return { data: data.slice(0, at) + chance.pick([...'ABCxyz09+/=']) + data.slice(at + 1) }
    },
    ...ESEWA_V1,
    ...COMMON,
  },
  looksPaid: ({ data = '' }) => readEsewaData(data)?.status === 'COMPLETE',
}

const esewaV1: GatewayCase = {
  ...esewa,
  name: 'eSewa v1',
  env: { ESEWA_API: 'v1' },
  // eSewa v1 needs a reference from the payer, and transrec does not report a different amount.
  outcomes: ['pays', 'fails', 'leaves', 'pays slowly', 'pays in an outage', 'pending for two hours'],
  canPayAfterFailure: false,
  forgeries: {
    'made-up number': ({ mine, chance }) => ({
      oid: mine.paymentId,
      refId: chance.pick(['0007G36', '1', chance.text(20)]),
    }),
    'another’s number with our reference': ({ mine, paid }) => ({ ...paid.parameters, oid: mine.paymentId }),
    'altered amount': ({ mine, paid }) => ({ ...paid.parameters, oid: mine.paymentId, amt: '1.00' }),
    'another’s reference with a made-up number': ({ paid }) => ({ ...paid.parameters, refId: '0007G36' }),
    'no number': ({ mine }) => ({ oid: mine.paymentId, amt: rupees(mine.amount) }),
    ...ESEWA_V2,
    ...COMMON,
  },
  looksPaid: ({ refId }) => refId !== undefined,
}

/** Khalti's id of the attempt is the last segment of the payment URL. */
const pidxOf = ({ next }: Pick<Started, 'next'>) =>
  next.kind === 'redirect' ? (new URL(next.url).pathname.split('/').at(-1) ?? '') : ''
const amendKhalti = (app: App, payment: Started, changes: Partial<KhaltiPayment>) =>
  amend(app, `khalti:${pidxOf(payment)}`, changes)

const khalti: GatewayCase = {
  name: 'Khalti',
  method: 'khalti',
  env: {},
  outcomes: OUTCOMES,
  complete: async (app, payment, outcome) => {
    const returnUrl = await app.sandbox?.khalti.decide(pidxOf(payment), CHOICES[outcome].khalti)
    if (outcome === 'pending for two hours') await amendKhalti(app, payment, { completesAt: app.now() + 2 * HOUR })
    return readReturnParameters(returnUrl)
  },
  payLate: (app, payment) => amendKhalti(app, payment, { status: 'Completed', transactionId: createReference() }),
  canPayAfterFailure: true,
  received: async (app) => {
    const payments = await readSandbox<KhaltiPayment>(app, 'khalti')
    const paid = payments.filter((payment) => getKhaltiStatus(payment, app.now()) === 'Completed')
    return new Map(paid.map(({ orderId, taken, amount }) => [orderId, taken ?? amount]))
  },
  forgeries: {
    'claims completed': ({ mine }) => ({ pidx: pidxOf(mine), status: 'Completed', transaction_id: createReference() }),
    'another’s return with our reference': ({ mine, paid }) => ({
      ...paid.parameters,
      payment: mine.paymentId,
      purchase_order_id: mine.paymentId,
    }),
    'another’s transaction with our pidx': ({ mine, paid }) => ({ ...paid.parameters, pidx: pidxOf(mine) }),
    'altered amount': ({ mine, paid }) => ({
      ...paid.parameters,
      pidx: pidxOf(mine),
      amount: '1000',
      total_amount: '1000',
    }),
    'made-up pidx': ({ chance }) => ({ pidx: chance.pick(['', 'x', createReference()]), status: 'Completed' }),
    ...ESEWA_V1,
    ...ESEWA_V2,
    ...COMMON,
  },
  looksPaid: ({ status }) => status === 'Completed',
}

const secretOf = ({ next }: Pick<Started, 'next'>) => (next.kind === 'card' ? next.clientSecret : '')
const intentOf = (payment: Pick<Started, 'next'>) => secretOf(payment).split('_secret_')[0] ?? ''
const amendIntent = (app: App, payment: Started, changes: Partial<SandboxIntent>) =>
  amend(app, `stripe:${intentOf(payment)}`, changes)

const card: GatewayCase = {
  name: 'a card',
  method: 'stripe',
  env: {},
  // The sandbox has no outage for cards.
  outcomes: OUTCOMES.filter((outcome) => outcome !== 'pays in an outage'),
  complete: async (app, payment, outcome) => {
    const [{ card }, id, secret] = [CHOICES[outcome], intentOf(payment), secretOf(payment)]
    const returnUrl = `${app.env.siteUrl}/payment?payment=${payment.paymentId}`
    if (card) await app.sandbox?.stripe.confirm(id, secret, card, returnUrl)
    if (outcome === 'pays another amount') await amendIntent(app, payment, { amount: payment.amount - 100 })
    if (outcome === 'pending for two hours') await amendIntent(app, payment, { completesAt: app.now() + 2 * HOUR })
    if (outcome === 'ambiguous for two hours')
      await amendIntent(app, payment, { completesAt: app.now() + 1_000 * HOUR })
    return {
      payment: payment.paymentId,
      payment_intent: id,
      payment_intent_client_secret: secret,
      redirect_status: outcome === 'pays' ? 'succeeded' : 'failed',
    }
  },
  payLate: (app, payment) => amendIntent(app, payment, { completesAt: app.now() }),
  canPayAfterFailure: false,
  received: async (app) => {
    const stored = await readSandbox<SandboxIntent>(app, 'stripe')
    const paid = stored.map((intent) => advanceIntent(intent, app.now())).filter(({ status }) => status === 'succeeded')
    return new Map(paid.map(({ metadata, amount }) => [metadata.attempt_id ?? '', amount]))
  },
  forgeries: {
    'claims succeeded': ({ mine }) => ({ payment_intent: intentOf(mine), redirect_status: 'succeeded' }),
    'claims succeeded, with its secret': ({ mine }) => ({
      payment_intent: intentOf(mine),
      payment_intent_client_secret: secretOf(mine),
      redirect_status: 'succeeded',
    }),
    'another’s return with our reference': ({ mine, paid }) => ({ ...paid.parameters, payment: mine.paymentId }),
    'another’s intent with our secret': ({ mine, paid }) => ({
      ...paid.parameters,
      payment_intent_client_secret: secretOf(mine),
    }),
    'made-up intent': ({ chance }) => ({
      payment_intent: chance.pick(['', 'pi_1', chance.text(20)]),
      redirect_status: 'succeeded',
    }),
    ...ESEWA_V1,
    ...ESEWA_V2,
    ...COMMON,
  },
  looksPaid: ({ redirect_status }) => redirect_status === 'succeeded',
}

/** The label is in the address of the sandbox's payment page. */
const labelOf = ({ next }: Pick<Started, 'next'>) =>
  next.kind === 'qr' ? (next.sandboxUrl?.split('/').at(-1) ?? '') : ''
const amendFonepay = (app: App, payment: Started, changes: Partial<FonepayPayment>) =>
  amend(app, `fonepay:${labelOf(payment)}`, changes)

const fonepay: GatewayCase = {
  name: 'Fonepay QR',
  method: 'qr_payment',
  env: { QR_PROVIDER: 'fonepay' },
  outcomes: OUTCOMES,
  complete: async (app, payment, outcome) => {
    await app.sandbox?.fonepay.decide(labelOf(payment), CHOICES[outcome].qr)
    // Returns follow at once, so the payment is already reported.
    if (outcome === 'pays') await amendFonepay(app, payment, { completesAt: app.now() })
    if (outcome === 'pending for two hours') await amendFonepay(app, payment, { completesAt: app.now() + 2 * HOUR })
    return {}
  },
  payLate: (app, payment) =>
    amendFonepay(app, payment, { status: 'success', traceId: createReference(), completesAt: app.now() }),
  canPayAfterFailure: true,
  received: async (app) => {
    const ids = new Map((await rows(app.db.read, 'payments')).map(({ id, gateway_id }) => [gateway_id, id]))
    const payments = await readSandbox<FonepayPayment>(app, 'fonepay')
    const paid = payments.filter((payment) => getFonepayStatus(payment, app.now()) === 'success')
    return new Map(paid.map(({ label, taken, amount }) => [ids.get(label) ?? label, taken ?? amount]))
  },
  forgeries: {
    'claims success': ({ mine: { amount, next } }) => ({
      prn: labelOf({ next }),
      paymentStatus: 'success',
      requestedAmount: rupees(amount),
      totalTransactionAmount: rupees(amount),
      fonepayTraceId: createReference(),
    }),
    'claims success of another code': ({ paid, mine }) => ({
      prn: paid.paymentId,
      paymentStatus: 'success',
      totalTransactionAmount: rupees(mine.amount),
    }),
    'in the form of the socket': ({ mine }) => ({
      transactionStatus: JSON.stringify({ paymentSuccess: true, productNumber: labelOf(mine), message: 'RES000' }),
    }),
    ...ESEWA_V1,
    ...ESEWA_V2,
    ...COMMON,
  },
  looksPaid: ({ paymentStatus }) => paymentStatus === 'success',
}

export const GATEWAY_CASES = [esewa, esewaV1, khalti, card, fonepay] as const
