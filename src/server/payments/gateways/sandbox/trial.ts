import { buildFormFieldsV1 } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { buildFormFields, ESEWA_TEST_MERCHANT } from '../esewa.ts'
import type { Attempt, GatewayContext } from '../gateway.ts'

/** A payment without a booking, with which the debug panel of the payment screen tests the gateway. */
export const buildTrialAttempt = (id: string, createdAt: number): Attempt => ({
  id,
  bookingId: '',
  method: 'esewa',
  amount: paisa(10_000),
  createdAt,
  gatewayId: null,
})

/** The real form, but coming back to the page that shows what the gateway said. */
export function buildTrialForm(
  attempt: Attempt,
  { esewa = ESEWA_TEST_MERCHANT, esewaApi, siteUrl }: Pick<GatewayContext, 'esewa' | 'esewaApi' | 'siteUrl'>,
): Record<string, string> {
  const result = new URL('/sandbox/esewa/trial', siteUrl).href
  const named = `${result}?payment=${attempt.id}`
  return esewaApi === 'v1'
    ? { ...buildFormFieldsV1(attempt, esewa.productCode, siteUrl), su: named, fu: named }
    : { ...buildFormFields(attempt, esewa, siteUrl), success_url: result, failure_url: named }
}
