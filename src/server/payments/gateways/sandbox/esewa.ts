import { SIGNED_FIELDS } from '#contract/esewa.ts'
import { type Paisa, paisa, readRupees } from '#domain/money.ts'
import type { EsewaMerchant } from '../../../env.ts'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from '../esewa-signature.ts'
import { ESEWA_OUTCOMES, type EsewaChoice, type EsewaPayment, getEsewaStatus, getReturnUrlV1 } from './esewa-outcome.ts'
import { type Form, isOnSite, isUuid, readTotal } from './form.ts'
import { readStored, type SandboxContext } from './store.ts'

const UNAVAILABLE = { code: 0, error_message: 'Service is currently unavailable' }
/** The names of the fields of both forms. */
const FORMS = {
  v1: {
    amounts: ['amt', 'txAmt', 'psc', 'pdc'],
    total: 'tAmt',
    uuid: 'pid',
    productCode: 'scd',
    successUrl: 'su',
    failureUrl: 'fu',
    signature: [],
    used: 'This pid has been used',
    parts: 'amt, txAmt, psc and pdc',
  },
  v2: {
    amounts: ['amount', 'tax_amount', 'product_service_charge', 'product_delivery_charge'],
    total: 'total_amount',
    uuid: 'transaction_uuid',
    productCode: 'product_code',
    successUrl: 'success_url',
    failureUrl: 'failure_url',
    signature: ['signed_field_names', 'signature'],
    used: 'Duplicate transaction_uuid',
    parts: 'the amount, the tax and the charges',
  },
} as const

/** Local fake of eSewa; no money moves. The payments of both APIs share one store and one payment page. */
export class SandboxEsewa {
  readonly #context: SandboxContext
  readonly #api: EsewaPayment['api']

  constructor(context: SandboxContext, api: EsewaPayment['api']) {
    this.#context = context
    this.#api = api
  }

  /** Opens a payment from the form of a merchant's page; v1 also accepts a query. */
  async open(form: Form): Promise<EsewaPayment | { problem: string }> {
    const problem = this.#findProblem(form)
    if (problem) return { problem }
    const names = FORMS[this.#api]
    const uuid = form[names.uuid] ?? ''
    const known = await this.find(uuid)
    if (known && getEsewaStatus(known, this.#context.now()) !== 'PENDING')
      return { problem: `${names.used}: each attempt needs a new one.` }
    const payment: EsewaPayment = {
      api: this.#api,
      uuid,
      productCode: form[names.productCode] ?? '',
      amount: readRupees(form[names.total] ?? '') ?? paisa(0),
      successUrl: form[names.successUrl] ?? '',
      failureUrl: form[names.failureUrl] ?? '',
      openedAt: known?.openedAt ?? this.#context.now(),
      status: 'PENDING',
      reference: null,
    }
    await this.save(payment)
    return payment
  }

  async find(uuid: string): Promise<EsewaPayment | undefined> {
    return isUuid(uuid) ? readStored(this.#context, `esewa:${uuid}`) : undefined
  }

  /** Returns where the browser goes; undefined if it stays (`silent`) or the payment is unknown. */
  async decide(uuid: string, choice: EsewaChoice): Promise<string | undefined> {
    const payment = await this.find(uuid)
    if (!payment) return undefined
    const now = this.#context.now()
    // The first choice is final.
    if (getEsewaStatus(payment, now) !== 'PENDING' || payment.completesAt !== undefined) return this.returnUrl(payment)
    const decided: EsewaPayment = { ...payment, ...ESEWA_OUTCOMES[choice](payment, now) }
    await this.save(decided)
    return choice === 'silent' ? undefined : this.returnUrl(decided)
  }

  /** eSewa appends `?data=` to the success URL and nothing to the failure URL. */
  returnUrl(payment: EsewaPayment): string {
    if (payment.api === 'v1') return getReturnUrlV1(payment)
    if (payment.status !== 'COMPLETE') return payment.failureUrl
    const values = {
      transaction_code: payment.reference ?? '',
      status: payment.status,
      total_amount: formatAmount(payment.taken ?? payment.amount),
      transaction_uuid: payment.uuid,
      product_code: payment.productCode,
      signed_field_names: SIGNED_FIELDS.join(','),
    }
    const signature = sign(signedMessage(SIGNED_FIELDS, values), this.#context.merchant.secret)
    const data = Buffer.from(JSON.stringify({ ...values, signature })).toString('base64')
    return `${payment.successUrl}?data=${data}`
  }

  /** Product code, total amount and uuid must match the form. */
  async status(query: URLSearchParams): Promise<Record<string, unknown>> {
    const [uuid, productCode, amount] = [
      query.get('transaction_uuid') ?? '',
      query.get('product_code') ?? '',
      query.get('total_amount') ?? '',
    ]
    const payment = await this.find(uuid)
    const now = this.#context.now()
    const known = payment && payment.productCode === productCode && payment.amount === readRupees(amount)
    if (known && now < (payment.silentUntil ?? 0)) return UNAVAILABLE
    const status = known ? getEsewaStatus(payment, now) : 'NOT_FOUND'
    return {
      product_code: productCode,
      transaction_uuid: uuid,
      total_amount: known ? (payment.taken ?? payment.amount) / 100 : Number(amount) || 0,
      status,
      ref_id: known && status === 'COMPLETE' ? payment.reference : null,
    }
  }

  /** The status call of v1. */
  async transrec({ amt = '', rid = '', pid = '', scd = '' }: Form): Promise<Response> {
    const payment = await this.find(pid)
    const now = this.#context.now()
    if (payment && now < (payment.silentUntil ?? 0))
      return new Response('<html><body>Service unavailable</body></html>', { status: 503 })
    const isPaid =
      payment !== undefined &&
      getEsewaStatus(payment, now) === 'COMPLETE' &&
      payment.reference === rid &&
      payment.productCode === scd &&
      (payment.taken ?? payment.amount) === readRupees(amt)
    const code = isPaid ? 'Success' : 'failure'
    return new Response(`<response>\n<response_code>\n${code}\n</response_code>\n</response>`, {
      headers: { 'content-type': 'application/xml' },
    })
  }

  #findProblem(form: Form): string | undefined {
    const { merchant, siteUrl } = this.#context
    const { amounts, total, uuid, productCode, successUrl, failureUrl, signature, parts } = FORMS[this.#api]
    const required = [...amounts, total, uuid, productCode, successUrl, failureUrl, ...signature]
    const empty = required.find((name) => !form[name])
    if (empty) return `${empty} is required.`
    if (form[productCode] !== merchant.productCode) return `Unknown ${productCode}.`
    if (!isUuid(form[uuid] ?? '')) return `${uuid} accepts letters, digits and hyphens only.`
    const unsigned = this.#api === 'v2' && findSignatureProblem(form, merchant)
    if (unsigned) return unsigned
    if (!readTotal(form, [...amounts, total])) return `${total} must be the sum of ${parts}.`
    // eSewa returns to any address; here that would be an open redirect.
    const areOurs = isOnSite(siteUrl, form[successUrl]) && isOnSite(siteUrl, form[failureUrl])
    return areOurs ? undefined : `${successUrl} and ${failureUrl} must be on this site.`
  }

  save(payment: EsewaPayment): Promise<void> {
    return this.#context.store.set(`esewa:${payment.uuid}`, JSON.stringify(payment))
  }
}

function findSignatureProblem(form: Form, { secret }: EsewaMerchant): string | undefined {
  if (form.signed_field_names !== REQUEST_FIELDS.join(','))
    return `signed_field_names must be ${REQUEST_FIELDS.join(',')}.`
  return isSignedBy(signedMessage(REQUEST_FIELDS, form), form.signature ?? '', secret)
    ? undefined
    : 'ES104: Invalid payload signature.'
}

/** eSewa writes signed amounts as `1000.0`. */
const formatAmount = (amount: Paisa): string =>
  amount % 10 === 0 ? (amount / 100).toFixed(1) : (amount / 100).toFixed(2)
