import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { BOOKING_SEARCH_MESSAGES } from '#contract/validation-messages.ts'
import { isEmail } from '#domain/contact.ts'
import { customerLedger } from '../ledger/customer.ts'

interface FindForm {
  sending: boolean
  /** What was sent; the response does not reveal whether there is such a booking. */
  sentFor?: string
  /** What to correct in the field. */
  invalid?: string
  problem?: string
}

export const $findForm = atom<FindForm>({ sending: false })

/** Requests the links of all bookings of a reference or an email address. */
export async function findBookings(typed: string): Promise<void> {
  const text = typed.trim()
  if ($findForm.get().sending) return
  const invalid = findProblem(text)
  if (invalid) return $findForm.set({ sending: false, invalid })
  $findForm.set({ sending: true })
  const response = await customerLedger.find(text.includes('@') ? { email: text } : { reference: text })
  $findForm.set({
    sending: false,
    ...(response.ok ? { sentFor: text } : { problem: formatFailure(response.failure) }),
  })
}

function findProblem(text: string): string | undefined {
  if (text === '') return BOOKING_SEARCH_MESSAGES.missing
  return text.includes('@') && !isEmail(text) ? BOOKING_SEARCH_MESSAGES.email : undefined
}
