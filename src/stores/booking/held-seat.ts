import { atom } from 'nanostores'
import { readSeatOffer } from '#contract/waiting.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { call } from '../api.ts'
import { environment } from '../environment.ts'
import { readTabValue, writeTabValue } from '../storage.ts'

interface OfferLink {
  id: string
  token: string
}

export interface HeldSeat extends OfferLink {
  locationId: string
  date: IsoDate
  expiresAt: string
}

const RETRY_MS = 5_000

/** Survives a reload, but not the tab: it contains a secret. */
const STORAGE_KEY = 'booking-offer'

/** The seat that an emailed offer of the waiting list holds for the visitor. */
export const $heldSeat = atom<HeldSeat | null>(null)
/** Why the seat of the link is not held. */
export const $offerEnd = atom<'expired' | 'closed' | 'taken' | null>(null)

/**
 * Reads the offer of the link, or of this tab; again when the seat turns out to be gone. The link leaves the address at
 * once, so that it is not shared.
 */
export async function loadHeldSeat(): Promise<void> {
  const opened = readLink()
  const link = opened ?? readTabValue(STORAGE_KEY) ?? $heldSeat.get()
  if (!isOfferLink(link)) return
  writeTabValue(STORAGE_KEY, { id: link.id, token: link.token })
  const response = await call(readSeatOffer, {}, { params: { id: link.id }, secret: link.token })
  // Without its offer, the day of the held seat would be full.
  if (!response.ok && response.failure.code !== 'not_found')
    return void environment().later(() => void loadHeldSeat(), RETRY_MS)
  const offer = response.ok ? response.value : undefined
  if (offer?.state === 'open') return $heldSeat.set({ ...offer, id: link.id, token: link.token })
  writeTabValue(STORAGE_KEY, undefined)
  $heldSeat.set(null)
  // A tab that has just booked the seat shows that booking.
  $offerEnd.set(offer?.state === 'taken' && !opened ? null : (offer?.state ?? 'expired'))
}

/** The dates of the link are in its query, so its first screen is step 2. */
function readLink(): OfferLink | undefined {
  const address = environment().address()
  const [, id, token] = /^#offer=([^.]+)\.(.+)$/.exec(address.hash) ?? []
  if (!id || !token) return undefined
  address.hash = 'step-2'
  environment().showAddress(address, 'replace')
  return { id, token }
}

const isOfferLink = (value: unknown): value is OfferLink =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'token' in value &&
  typeof value.id === 'string' &&
  typeof value.token === 'string'
