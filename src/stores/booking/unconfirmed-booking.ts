import { atom } from 'nanostores'
import { $currentBooking } from '../current-booking.ts'
import { ledger } from '../ledger/index.ts'

/** The last booking, while its payment awaits confirmation by staff. */
interface UnconfirmedBooking {
  locationName: string
  planName: string
  /** False once a receipt has been sent. */
  awaitsTransfer: boolean
}

export const $unconfirmedBooking = atom<UnconfirmedBooking | null>(null)

/** Reads the last booking. Shows nothing if the request fails or the time to pay is over. */
export async function loadUnconfirmedBooking(): Promise<void> {
  const credentials = $currentBooking.get()
  const response = credentials && (await ledger.read(credentials))
  if (!response?.ok) return
  const { status, expiresAt, now, locationName, planName, payments } = response.value
  const isLive = status === 'pending_verification' && expiresAt !== null && expiresAt > now
  const awaitsTransfer = payments.some(
    ({ method, state, receiptAt }) => method === 'bank_transfer' && state === 'pending' && receiptAt === null,
  )
  $unconfirmedBooking.set(isLive ? { locationName, planName, awaitsTransfer } : null)
}
