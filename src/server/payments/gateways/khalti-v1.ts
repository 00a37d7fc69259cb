import { succeed } from '#contract/failure.ts'
import { KHALTI_PREFERENCES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { Attempt, Gateway, GatewayContext, ReturnClaim } from './gateway.ts'
import { pending } from './gateway-report.ts'
import { callKhalti, describeKhaltiError } from './khalti-client.ts'
import { toPaidReport, toReport } from './khalti-report.ts'

/** Khalti's window is open in our page; a token is confirmed within minutes or never. */
const PAYMENT_WINDOW_MS = 15 * 60_000

/** Khalti's withdrawn API: a script gives the browser a token, and the payment ends when it is verified. */
export function khaltiV1Gateway(context: GatewayContext): Gateway {
  return {
    method: 'khalti',
    window: PAYMENT_WINDOW_MS,
    start: async (attempt) =>
      succeed({
        next: {
          kind: 'khalti_window',
          script:
            context.mode === 'sandbox' ? new URL('/sandbox/khalti/checkout.js', context.siteUrl).href : KHALTI_SCRIPT,
          // The sandbox accepts any key.
          publicKey: context.khalti.publicKey ?? '',
          productIdentity: attempt.id,
          productName: `Booking ${attempt.bookingId}`,
          productUrl: new URL('/booking', context.siteUrl).href,
          paymentPreference: [...KHALTI_PREFERENCES],
          amount: attempt.amount,
        },
      }),
    lookup: (attempt) => lookup(attempt, context),
    readReturn,
  }
}

/** Return URLs can be forged: a token only selects what to look up. */
function readReturn({ token, error }: Readonly<Record<string, string>>): ReturnClaim {
  if (token)
    return /^\w{1,100}$/.test(token)
      ? { kind: 'claimed', providerReference: token }
      : { kind: 'rejected', reason: 'the token has characters that Khalti never sends' }
  return error === undefined ? { kind: 'none' } : { kind: 'cancelled', reason: `Khalti: ${error.slice(0, 200)}` }
}

/** The first token with money decides. */
async function lookup(attempt: Attempt, context: GatewayContext): Promise<GatewayReport> {
  const reports: GatewayReport[] = []
  for (const token of attempt.claims ?? []) {
    const response = await callKhalti(context, '/api/v2/payment/verify/', { token, amount: attempt.amount })
    const report = 'noResponse' in response ? pending(response.noResponse) : readTransaction(response.data, attempt)
    if (report.kind === 'paid') return report
    reports.push(report)
  }
  const open = reports.find(({ kind }) => kind !== 'ended') ?? reports[0]
  if (open) return open
  return context.now() - attempt.createdAt < PAYMENT_WINDOW_MS
    ? { ...pending('The payer has not returned from Khalti with a token'), idle: true }
    : { kind: 'ended', as: 'expired', reason: 'Khalti returned no token' }
}

function readTransaction(body: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const name = (body.state as { name?: unknown } | null | undefined)?.name
  if (typeof name !== 'string') return pending(`Khalti returned no state: ${describeKhaltiError(body)}`)
  const { amount, idx, refunded } = body
  return toReport(name, { failed: 'failed' }, () => toPaidReport({ amount, transaction: idx, refunded }, attempt))
}
