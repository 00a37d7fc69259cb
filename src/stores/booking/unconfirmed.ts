import { atom } from 'nanostores'
import { $handle } from '../handle.ts'
import { ledger } from '../ledger/index.ts'

/** The visitor's last booking, while staff still have to confirm its payment. */
export interface Unconfirmed {
  locationName: string
  planName: string
  /** False once a receipt has been sent. */
  awaitsTransfer: boolean
}

export const $unconfirmed = atom<Unconfirmed | null>(null)

/** Reads the last booking of this browser. Shows nothing if the request fails or the time to pay is over. */
export async function readUnconfirmed(): Promise<void> {
  const handle = $handle.get()
  const answer = handle && (await ledger.read(handle))
  if (!answer?.ok) return
  const { status, expiresAt, now, locationName, planName, payments } = answer.value
  const isLive = status === 'pending_verification' && expiresAt !== null && expiresAt > now
  const awaitsTransfer = payments.some(
    ({ method, state, receiptAt }) => method === 'bank_transfer' && state === 'pending' && receiptAt === null,
  )
  $unconfirmed.set(isLive ? { locationName, planName, awaitsTransfer } : null)
}
