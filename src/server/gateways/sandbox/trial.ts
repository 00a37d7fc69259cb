import { paisa } from '#domain/money.ts'
import { formFields } from '../esewa.ts'
import type { Attempt, EsewaMerchant } from '../gateway.ts'

/** A payment that belongs to no booking: the debug panel of the payment screen tries the gateway with it (spec §2). */
export const trialAttempt = (id: string, createdAt: number): Attempt => ({
  id,
  bookingId: '',
  method: 'esewa',
  amount: paisa(10_000),
  createdAt,
  gatewayId: null,
})

/** The real form, but coming back to the page that shows what the gateway said. */
export function trialForm(attempt: Attempt, merchant: EsewaMerchant, siteUrl: string): Record<string, string> {
  const result = new URL('/sandbox/esewa/trial', siteUrl).href
  return {
    ...formFields(attempt, merchant, siteUrl),
    success_url: result,
    failure_url: `${result}?payment=${attempt.id}`,
  }
}
