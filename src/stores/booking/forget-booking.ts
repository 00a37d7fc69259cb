import { writeTabValue } from '../storage.ts'
import { $draft, resetDraft, resetDraftOf } from './draft.ts'
import { PREFILL_KEY } from './prefill.ts'
import { makeNewBooking } from './renewal.ts'

/** Removes what the wizard stores of a booking: its form, one with the same email address, and its renewal. */
export function forgetBooking(bookingId: string, email: string): void {
  writeTabValue(PREFILL_KEY, undefined)
  makeNewBooking()
  if ($draft.get().contactInfo.email === email) resetDraft()
  else resetDraftOf(bookingId)
}
