import { atom } from 'nanostores'
import { $currentBooking } from '../current-booking.ts'
import { ledger } from '../ledger/index.ts'

/** The visitor's last booking, while staff still have to confirm its payment. */
export interface UnconfirmedBooking {
  locationName: string
  planName: string
  /** False once a receipt has been sent. */
  awaitsTransfer: boolean
}

export const $unconfirmedBooking = atom<UnconfirmedBooking | null>(null)

/** Reads the last booking of this browser. Shows nothing if the request fails or the time to pay is over. */
export async function loadUnconfirmedBooking(): Promise<void> {
  const handle = $currentBooking.get()
  const answer = handle && (await ledger.read(handle))
  if (!answer?.ok) return
  const { status, expiresAt, now, locationName, planName, payments } = answer.value
  const isLive = status === 'pending_verification' && expiresAt !== null && expiresAt > now
  const awaitsTransfer = payments.some(
    ({ method, state, receiptAt }) => method === 'bank_transfer' && state === 'pending' && receiptAt === null,
  )
  $unconfirmedBooking.set(isLive ? { locationName, planName, awaitsTransfer } : null)
}
