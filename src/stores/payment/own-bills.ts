import type { Output } from '#contract/endpoint.ts'
import { fail, type Outcome } from '#contract/failure.ts'
import { listOwnBills, readOwnBill } from '#contract/own-bills.ts'
import { call } from '../api.ts'
import { type ActionProblem, toProblem } from './own-details.ts'
import { getYourCredentials } from './your-booking.ts'

export type OwnBills = Output<typeof listOwnBills>

export async function readBills(): Promise<Outcome<OwnBills>> {
  const credentials = getYourCredentials()
  if (!credentials) return fail('not_found')
  const { bookingId, secret } = credentials
  return call(listOwnBills, {}, { params: { id: bookingId }, secret })
}

/** Reads a document as PDF, which is marked as a copy. */
export async function readBillFile(number: string): Promise<{ file: File } | ActionProblem> {
  const credentials = getYourCredentials()
  if (!credentials) return toProblem({ code: 'not_found' })
  const { bookingId, secret } = credentials
  const response = await call(readOwnBill, { number }, { params: { id: bookingId }, secret, as: 'bytes' })
  if (!response.ok) return toProblem(response.failure)
  return { file: new File([response.value], `${number}.pdf`, { type: 'application/pdf' }) }
}
