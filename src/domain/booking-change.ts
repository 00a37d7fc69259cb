import { holdUntilForAttempt } from './booking.ts'

/** A move to dearer days, or a purchase of room hours. */
export const CHANGE_KINDS = ['move', 'hours'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** A change by a customer is applied when its price is paid. */
const TRANSITIONS = {
  open: ['applied', 'expired'],
  applied: [],
  // Late money is refunded; the booking stays as it was.
  expired: [],
} as const satisfies Record<string, readonly string[]>
export type ChangeState = keyof typeof TRANSITIONS
export const CHANGE_STATES = Object.keys(TRANSITIONS) as ChangeState[]

export const canTransitionChange = (from: ChangeState, to: ChangeState): boolean =>
  (TRANSITIONS[from] as readonly ChangeState[]).includes(to)

/** The longest time after its opening for which a change waits for its payment. */
const MAX_CHANGE_HOLD_MS = 2 * 3_600_000

/**
 * Until when a payment attempt of this duration holds the change, at most `closesAt`, when its last day closes;
 * undefined if the payer could not finish by then. All values are milliseconds.
 */
export const holdChangeForAttempt = (
  { openedAt, expiresAt, closesAt }: { openedAt: number; expiresAt: number; closesAt: number },
  duration: number,
  now: number,
): number | undefined =>
  holdUntilForAttempt(
    { placedAt: openedAt, expiresAt, closesAt: Math.min(closesAt, openedAt + MAX_CHANGE_HOLD_MS) },
    duration,
    now,
  )
