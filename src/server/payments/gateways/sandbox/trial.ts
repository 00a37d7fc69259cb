import { buildFormFieldsV1 } from '#contract/esewa.ts'
import { paisa } from '#domain/money.ts'
import { ESEWA_TEST_MERCHANT } from '../../../env.ts'
import { buildFormFields } from '../esewa.ts'
import type { Attempt, GatewayContext } from '../gateway.ts'

/** A payment without a booking, for the debug panel of the payment page. */
export const buildTrialAttempt = (id: string, createdAt: number): Attempt => ({
  id,
  bookingId: '',
  method: 'esewa',
  amount: paisa(10_000),
  createdAt,
  gatewayId: null,
})

/** The real form, returning to the page that shows the gateway's report. */
export function buildTrialForm(
  attempt: Attempt,
  { esewa = ESEWA_TEST_MERCHANT, esewaApi, siteUrl }: Pick<GatewayContext, 'esewa' | 'esewaApi' | 'siteUrl'>,
): Record<string, string> {
  const resultUrl = new URL('/sandbox/esewa/trial', siteUrl).href
  const namedUrl = `${resultUrl}?payment=${attempt.id}`
  return esewaApi === 'v1'
    ? { ...buildFormFieldsV1(attempt, esewa.productCode, siteUrl), su: namedUrl, fu: namedUrl }
    : { ...buildFormFields(attempt, esewa, siteUrl), success_url: resultUrl, failure_url: namedUrl }
}
