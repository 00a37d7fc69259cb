import { SIGNED_FIELDS } from '#contract/esewa.ts'
import { type Paisa, paisa, readRupees } from '#domain/money.ts'
import { isSignedBy, REQUEST_FIELDS, sign, signedMessage } from '../esewa-signature.ts'
import {
  type EsewaChoice,
  type EsewaPayment,
  getEsewaOutcome,
  getEsewaStatus,
  getReturnUrlV1,
} from './esewa-outcome.ts'
import { isOnSite, isUuid } from './form.ts'
import type { SandboxEsewaContext } from './store.ts'

const UNAVAILABLE = { code: 0, error_message: 'Service is currently unavailable' }
const AMOUNTS = ['amount', 'tax_amount', 'product_service_charge', 'product_delivery_charge', 'total_amount'] as const
const REQUIRED = [
  ...AMOUNTS,
  'transaction_uuid',
  'product_code',
  'success_url',
  'failure_url',
  'signed_field_names',
  'signature',
] as const

/** Local stand-in of eSewa ePay v2: its field names, signature checks, statuses and oddities; no money moves. */
export class SandboxEsewa {
  readonly #context: SandboxEsewaContext

  constructor(context: SandboxEsewaContext) {
    this.#context = context
  }

  /** Takes the form that a merchant's page posts. Gives the payment, or the sentence of the refusal. */
  async open(form: Readonly<Record<string, string>>): Promise<EsewaPayment | { refusal: string }> {
    const refusal = this.#refusalOf(form)
    if (refusal) return { refusal }
    const uuid = form.transaction_uuid ?? ''
    const known = await this.find(uuid)
    if (known && getEsewaStatus(known, this.#context.now()) !== 'PENDING')
      return { refusal: 'Duplicate transaction_uuid: every try needs a new one.' }
    const payment: EsewaPayment = {
      api: 'v2',
      uuid,
      productCode: form.product_code ?? '',
      amount: readRupees(form.total_amount ?? '') ?? paisa(0),
      successUrl: form.success_url ?? '',
      failureUrl: form.failure_url ?? '',
      openedAt: known?.openedAt ?? this.#context.now(),
      status: 'PENDING',
      reference: null,
    }
    await this.save(payment)
    return payment
  }

  async find(uuid: string): Promise<EsewaPayment | undefined> {
    if (!isUuid(uuid)) return undefined
    const stored = await this.#context.store.get(`esewa:${uuid}`)
    return stored === undefined ? undefined : (JSON.parse(stored) as EsewaPayment)
  }

  /** The payer decides. Gives where eSewa would send the browser; undefined where it stays (`silent`) or is unknown. */
  async decide(uuid: string, choice: EsewaChoice): Promise<string | undefined> {
    const payment = await this.find(uuid)
    if (!payment) return undefined
    const now = this.#context.now()
    // What is decided stays decided, also when the button is pressed again.
    if (getEsewaStatus(payment, now) !== 'PENDING' || payment.completesAt !== undefined) return this.wayBack(payment)
    const decided: EsewaPayment = { ...payment, ...getEsewaOutcome(choice, payment, now) }
    await this.save(decided)
    return choice === 'silent' ? undefined : this.wayBack(decided)
  }

  /** The merchant's success address with `?data=` appended as eSewa does it, else the failure address untouched. */
  wayBack(payment: EsewaPayment): string {
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

  /** The status call: needs product code, total amount and uuid as they were in the form. */
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

  #refusalOf(form: Readonly<Record<string, string>>): string | undefined {
    const { merchant, siteUrl } = this.#context
    const empty = REQUIRED.find((name) => !form[name])
    if (empty) return `${empty} is required.`
    if (form.product_code !== merchant.productCode) return 'Unknown product_code.'
    if (!isUuid(form.transaction_uuid ?? '')) return 'transaction_uuid takes letters, digits and hyphens only.'
    if (form.signed_field_names !== REQUEST_FIELDS.join(','))
      return `signed_field_names must be ${REQUEST_FIELDS.join(',')}.`
    if (!isSignedBy(signedMessage(REQUEST_FIELDS, form), form.signature ?? '', merchant.secret))
      return 'ES104: Invalid payload signature.'
    const amounts = AMOUNTS.map((name) => readRupees(form[name] ?? ''))
    const total = amounts.pop()
    const parts = amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)
    if (!total || parts !== total) return 'total_amount must be the sum of the amount, the tax and the charges.'
    // eSewa returns to any address; here that would make the site an open redirect.
    const foreign = [form.success_url, form.failure_url].find((url) => !isOnSite(siteUrl, url))
    return foreign === undefined ? undefined : 'success_url and failure_url must be on this site.'
  }

  save(payment: EsewaPayment): Promise<void> {
    return this.#context.store.set(`esewa:${payment.uuid}`, JSON.stringify(payment))
  }
}

/** `1000.0`: how eSewa writes amounts in what it signs. */
const formatAmount = (amount: Paisa): string =>
  amount % 10 === 0 ? (amount / 100).toFixed(1) : (amount / 100).toFixed(2)
