import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome } from '#contract/failure.ts'
import { copyOwnBill, listOwnBills, readOwnBill } from '#contract/own-bills.ts'
import { call } from '../api.ts'
import { type ActionProblem, sendAction, toProblem } from './own-details.ts'
import { getYourCredentials } from './your-booking.ts'

export type OwnBills = Output<typeof listOwnBills>

export async function readBills(): Promise<Outcome<OwnBills>> {
  const credentials = getYourCredentials()
  if (!credentials) return fail('not_found')
  const { bookingId, secret } = credentials
  return call(listOwnBills, {}, { params: { id: bookingId }, secret })
}

/** Counts a copy of a document and reads it as PDF. A failed read is repeated with the same copy. */
export async function readBillFile(number: string): Promise<{ file: File } | ActionProblem> {
  const response = await sendAction(['copy-bill', number], async ({ params, secret, idempotencyKey }) => {
    const copyParams = { ...params, child: number }
    const counted = await call(copyOwnBill, { medium: 'pdf' }, { params: copyParams, secret, idempotencyKey })
    if (!counted.ok) return counted
    return call(readOwnBill, { number, copy: String(counted.value.copy) }, { params, secret, as: 'bytes' })
  })
  if (!response.ok) return toProblem(response.failure)
  return { file: new File([response.value], `${number}.pdf`, { type: 'application/pdf' }) }
}
