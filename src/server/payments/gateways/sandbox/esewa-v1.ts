import { paisa, readRupees } from '#domain/money.ts'
import type { SandboxEsewa } from './esewa.ts'
import { type EsewaPayment, getEsewaStatus } from './esewa-outcome.ts'
import { isOnSite, isUuid } from './form.ts'
import type { SandboxEsewaContext } from './store.ts'

const AMOUNTS = ['amt', 'txAmt', 'psc', 'pdc', 'tAmt'] as const
const REQUIRED = [...AMOUNTS, 'pid', 'scd', 'su', 'fu'] as const

/** Local stand-in of eSewa ePay v1: its field names, its way back and its transaction record; no money moves. */
export class SandboxEsewaV1 {
  readonly #context: SandboxEsewaContext
  readonly #payments: SandboxEsewa

  /** Payers decide on the same page as those of v2, so their payments lie in the same place. */
  constructor(context: SandboxEsewaContext, payments: SandboxEsewa) {
    this.#context = context
    this.#payments = payments
  }

  /** Takes the form, posted or as a query. Gives the payment, or the sentence of the refusal. */
  async open(form: Readonly<Record<string, string>>): Promise<EsewaPayment | { refusal: string }> {
    const refusal = this.#refusalOf(form)
    if (refusal) return { refusal }
    const { pid = '', scd = '', tAmt = '', su = '', fu = '' } = form
    const known = await this.#payments.find(pid)
    if (known && getEsewaStatus(known, this.#context.now()) !== 'PENDING')
      return { refusal: 'This pid has been used: every try needs a new one.' }
    const payment: EsewaPayment = {
      api: 'v1',
      uuid: pid,
      productCode: scd,
      amount: readRupees(tAmt) ?? paisa(0),
      successUrl: su,
      failureUrl: fu,
      openedAt: known?.openedAt ?? this.#context.now(),
      status: 'PENDING',
      reference: null,
    }
    await this.#payments.save(payment)
    return payment
  }

  /** Says `Success` where a transaction, its amount, its order and its merchant belong together, else `failure`. */
  async transrec({ amt = '', rid = '', pid = '', scd = '' }: Readonly<Record<string, string>>): Promise<Response> {
    const payment = await this.#payments.find(pid)
    const now = this.#context.now()
    if (payment && now < (payment.silentUntil ?? 0))
      return new Response('<html><body>Service unavailable</body></html>', { status: 503 })
    const isPaid =
      payment !== undefined &&
      getEsewaStatus(payment, now) === 'COMPLETE' &&
      payment.reference === rid &&
      payment.productCode === scd &&
      (payment.taken ?? payment.amount) === readRupees(amt)
    const word = isPaid ? 'Success' : 'failure'
    return new Response(`<response>\n<response_code>\n${word}\n</response_code>\n</response>`, {
      headers: { 'content-type': 'application/xml' },
    })
  }

  #refusalOf(form: Readonly<Record<string, string>>): string | undefined {
    const { merchant, siteUrl } = this.#context
    const empty = REQUIRED.find((name) => !form[name])
    if (empty) return `${empty} is required.`
    if (form.scd !== merchant.productCode) return 'Unknown scd.'
    if (!isUuid(form.pid ?? '')) return 'pid takes letters, digits and hyphens only.'
    const amounts = AMOUNTS.map((name) => readRupees(form[name] ?? ''))
    const total = amounts.pop()
    const parts = amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)
    if (!total || parts !== total) return 'tAmt must be the sum of amt, txAmt, psc and pdc.'
    // eSewa returns to any address; here that would make the site an open redirect.
    return [form.su, form.fu].every((url) => isOnSite(siteUrl, url)) ? undefined : 'su and fu must be on this site.'
  }
}
