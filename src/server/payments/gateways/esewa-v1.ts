import { buildFormFieldsV1, ESEWA_FORM_HOSTS, ESEWA_V1_PATHS, readTransrec } from '#contract/esewa.ts'
import { succeed } from '#contract/failure.ts'
import { toDecimalRupees } from '#domain/money.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { EsewaMerchant } from '../../env.ts'
import { getEsewaMerchant } from './esewa.ts'
import type { Attempt, Gateway, GatewayContext, ReturnClaim } from './gateway.ts'
import { pending } from './gateway-report.ts'

const PAYMENT_WINDOW_MS = 15 * 60_000
/** v1 has no pending status: `failure` counts only after a day. */
const FAILURE_FINAL_AFTER_MS = 24 * 60 * 60_000

/** eSewa ePay v1, unsigned. Only transrec is evidence; without a returned `refId` the payment stays pending. */
export function esewaV1Gateway(context: GatewayContext): Gateway {
  const merchant = getEsewaMerchant(context)
  return {
    method: 'esewa',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) =>
      succeed({
        next: {
          kind: 'form',
          action: getEsewaV1Urls(context).form,
          fields: buildFormFieldsV1(attempt, merchant.productCode, context.siteUrl),
          orRedirect: true,
        },
      }),
    lookup: (attempt) => lookup(attempt, merchant, context),
    readReturn,
  }
}

export function getEsewaV1Urls({ mode, siteUrl }: Pick<GatewayContext, 'mode' | 'siteUrl'>) {
  const host = mode === 'sandbox' ? new URL('/sandbox/esewa', siteUrl).href : ESEWA_FORM_HOSTS.v1[mode]
  return { form: host + ESEWA_V1_PATHS.form, transrec: host + ESEWA_V1_PATHS.transrec }
}

/** Unsigned: it only selects what to look up. */
function readReturn({ oid, refId }: Readonly<Record<string, string>>): ReturnClaim {
  if (!oid && !refId) return { kind: 'none' }
  if (!oid || !refId) return { kind: 'rejected', reason: 'oid or refId is missing' }
  if (!/^[\w-]{1,60}$/.test(refId)) return { kind: 'rejected', reason: 'refId has characters that eSewa never sends' }
  return { kind: 'claimed', attemptId: oid, providerReference: refId }
}

/** The first number that eSewa knows for this payment has paid it. */
async function lookup(attempt: Attempt, merchant: EsewaMerchant, context: GatewayContext): Promise<GatewayReport> {
  const claims = attempt.claims ?? []
  if (claims.length === 0)
    return { ...pending('eSewa v1 can be queried only after the payer returns with a refId'), idle: true }
  let openReason: string | undefined
  for (const refId of claims) {
    // Amount and reference are ours, not those of the return URL.
    const fields = { amt: toDecimalRupees(attempt.amount), rid: refId, pid: attempt.id, scd: merchant.productCode }
    const outcome = await verifyTransaction(fields, context)
    if (outcome === 'success') return { kind: 'paid', amount: attempt.amount, providerReference: refId }
    if (outcome !== 'failure') openReason = outcome.reason
  }
  if (openReason !== undefined) return pending(openReason)
  return context.now() - attempt.createdAt < FAILURE_FINAL_AFTER_MS
    ? pending('eSewa: failure, which can also mean unfinished')
    : { kind: 'ended', as: 'failed', reason: 'eSewa: failure' }
}

async function verifyTransaction(
  fields: Record<string, string>,
  context: GatewayContext,
): Promise<'success' | 'failure' | { reason: string }> {
  try {
    const response = await context.fetch(getEsewaV1Urls(context).transrec, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    if (!response.ok) return { reason: `eSewa responded with ${response.status}` }
    return readTransrec(await response.text())
  } catch {
    return { reason: 'eSewa could not be reached' }
  }
}
