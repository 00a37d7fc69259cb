import { atom } from 'nanostores'
import type { HeldSeat } from './held-seat.ts'

/** The browser edition has no waiting list. */
export const $heldSeat = atom<HeldSeat | null>(null)
export const $offerEnd = atom<'expired' | 'closed' | 'taken' | null>(null)

export const loadHeldSeat = async (): Promise<void> => {}
