import { buildFormFieldsV1, ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, readTransrec } from '#contract/esewa.ts'
import { succeed } from '#contract/failure.ts'
import { toDecimalRupees } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import { ESEWA_TEST_MERCHANT } from './esewa.ts'
import type { Attempt, Callback, EsewaMerchant, Gateway, GatewayContext } from './gateway.ts'

const PAYMENT_WINDOW_MS = 15 * 60_000
/** v1 has no word for "not yet": `failure` is believed once eSewa had a day to finish what it was doing. */
const FAILURE_FINAL_AFTER_MS = 24 * 60 * 60_000

/**
 * eSewa ePay v1, for merchants whose code eSewa has not moved to v2: an unsigned form there, unsigned `oid`, `amt` and
 * `refId` back, and the transrec call as the only authority. That call needs the `refId`, so a payer who never comes
 * back cannot be asked about: such an attempt stays pending for staff, it is never called failed.
 */
export function esewaV1Gateway(context: GatewayContext): Gateway {
  const merchant = context.esewa
  if (!merchant) throw new Error('eSewa has no merchant')
  if (context.mode === 'live' && merchant.productCode === ESEWA_TEST_MERCHANT.productCode)
    throw new Error('The eSewa test merchant cannot take live payments')
  const urls = getEsewaV1Urls(context)
  return {
    method: 'esewa',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) =>
      succeed({
        next: {
          kind: 'form',
          action: urls.form,
          fields: buildFormFieldsV1(attempt, merchant.productCode, context.siteUrl),
          orRedirect: true,
        },
      }),
    lookup: (attempt) => lookup(attempt, merchant, urls.transrec, context),
    readCallback,
  }
}

export function getEsewaV1Urls({ mode, siteUrl }: Pick<GatewayContext, 'mode' | 'siteUrl'>): {
  form: string
  transrec: string
} {
  const host = mode === 'sandbox' ? new URL('/sandbox/esewa', siteUrl).href : ESEWA_FORM_HOSTS.v1[mode]
  return { form: host + ESEWA_V1_PATHS.form, transrec: host + ESEWA_V1_PATHS.transrec }
}

/** Nothing of it is signed: it says which transaction to ask about, and for which payment. */
function readCallback({ oid, refId }: Readonly<Record<string, string>>): Callback {
  if (!oid && !refId) return { kind: 'none' }
  if (!oid || !refId) return { kind: 'refused', reason: 'oid or refId is missing' }
  if (!/^[\w-]{1,60}$/.test(refId)) return { kind: 'refused', reason: 'refId has signs that eSewa never sends' }
  return { kind: 'claimed', attemptId: oid, providerReference: refId }
}

/** Asks about every number that the payer came back with: the first that eSewa knows for this payment has paid it. */
async function lookup(
  attempt: Attempt,
  merchant: EsewaMerchant,
  transrecUrl: string,
  { fetch, now }: Pick<GatewayContext, 'fetch' | 'now'>,
): Promise<GatewayReport> {
  const claims = attempt.claims ?? []
  if (claims.length === 0)
    return { ...pending('eSewa v1 can be asked only once the payer is back with a refId'), idle: true }
  let unsaid: string | undefined
  for (const refId of claims) {
    // Amount and reference are our own, whatever the return address says.
    const fields = { amt: toDecimalRupees(attempt.amount), rid: refId, pid: attempt.id, scd: merchant.productCode }
    const said = await verifyTransaction(fields, transrecUrl, fetch)
    if (said === 'success') return { kind: 'paid', amount: attempt.amount, providerReference: refId }
    if (said !== 'failure') unsaid = said.reason
  }
  if (unsaid !== undefined) return pending(unsaid)
  return now() - attempt.createdAt < FAILURE_FINAL_AFTER_MS
    ? pending('eSewa: failure, which it also says of what is not finished yet')
    : { kind: 'ended', as: 'failed', reason: 'eSewa: failure' }
}

async function verifyTransaction(
  fields: Record<string, string>,
  url: string,
  fetch: GatewayContext['fetch'],
): Promise<'success' | 'failure' | { reason: string }> {
  try {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
    if (!response.ok) return { reason: `eSewa answered ${response.status}` }
    return readTransrec(await response.text())
  } catch {
    return { reason: 'eSewa could not be reached' }
  }
}

const pending = (reason: string) => ({ kind: 'pending', reason }) as const
