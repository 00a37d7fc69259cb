import { succeed } from '#contract/failure.ts'
import { KHALTI_PREFERENCES, KHALTI_SCRIPT } from '#contract/khalti.ts'
import type { GatewayReport } from '#domain/payment.ts'
import type { Attempt, Callback, Gateway, GatewayContext } from './gateway.ts'
import { callKhalti, describeKhaltiError } from './khalti-client.ts'
import { pending, toPaidReport, toReport } from './khalti-report.ts'

/** The window of the script stands in our page; a token is confirmed within minutes or never. */
const PAYMENT_WINDOW_MS = 15 * 60_000
/** In the place of a key that the owner has not given: the stand-in takes any. */
const NO_KEY = ''

/**
 * Khalti's older API, withdrawn by its maker, for merchants who still have it: a script on the payment page gives the
 * payer's browser a token, and the server's verification of that token is the last step of the payment. A token that
 * never arrives is a payment that was never finished.
 */
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
          publicKey: context.khalti.publicKey ?? NO_KEY,
          productIdentity: attempt.id,
          productName: `Booking ${attempt.bookingId}`,
          productUrl: new URL('/booking', context.siteUrl).href,
          paymentPreference: [...KHALTI_PREFERENCES],
          amount: attempt.amount,
        },
      }),
    lookup: (attempt) => lookup(attempt, context),
    readCallback,
  }
}

/** Anybody can write an address: a token from it says what to ask Khalti about, nothing more. */
function readCallback({ token, error }: Readonly<Record<string, string>>): Callback {
  if (token)
    return /^\w{1,100}$/.test(token)
      ? { kind: 'claimed', providerReference: token }
      : { kind: 'refused', reason: 'the token has signs that Khalti never sends' }
  return error === undefined ? { kind: 'none' } : { kind: 'given_up', reason: `Khalti: ${error.slice(0, 200)}` }
}

/** Asks about every token that the payer came back with: the first that Khalti has money for decides. */
async function lookup(attempt: Attempt, context: GatewayContext): Promise<GatewayReport> {
  const reports: GatewayReport[] = []
  for (const token of attempt.claims ?? []) {
    const answer = await callKhalti(context, '/api/v2/payment/verify/', { token, amount: attempt.amount })
    const report = 'silent' in answer ? pending(answer.silent) : readTransaction(answer.data, attempt)
    if (report.kind === 'paid') return report
    reports.push(report)
  }
  const open = reports.find(({ kind }) => kind !== 'ended') ?? reports[0]
  if (open) return open
  return context.now() - attempt.createdAt < PAYMENT_WINDOW_MS
    ? { ...pending('The payer has not brought a token from Khalti'), idle: true }
    : { kind: 'ended', as: 'expired', reason: 'Khalti gave no token' }
}

/** Success is `Completed` over the amount that was asked for; every other state waits, refunds excepted. */
export function readTransaction(said: Readonly<Record<string, unknown>>, attempt: Attempt): GatewayReport {
  const name = (said.state as { name?: unknown } | null | undefined)?.name
  if (typeof name !== 'string') return pending(`Khalti gave no state: ${describeKhaltiError(said)}`)
  const { amount, idx, refunded } = said
  return toReport(name, { failed: 'failed' }, () => toPaidReport({ amount, transaction: idx, refunded }, attempt))
}
