import { resolve } from 'node:path'

/** The points of a settlement at which a server is killed, by SQL statement. */
export const KILL_POINTS = {
  'before the payment is written': /^update "payments" set "state"/,
  'before the booking is written': /^update "bookings" set "state"/,
  'before the membership is written': /^insert into "memberships"/,
  'before the email is written': /^insert into "emails"/,
  'before the commit': /^commit$/,
  'after the commit': /^commit$/,
} as const satisfies Readonly<Record<string, RegExp>>
export type KillPoint = keyof typeof KILL_POINTS
export const ALL_KILL_POINTS = Object.keys(KILL_POINTS) as KillPoint[]

export const killAt = (point: KillPoint): Record<string, string> => ({
  KILL_AT: point,
  NODE_OPTIONS: `--import=${resolve('tests/support/kill-at-settlement.ts')}`,
})
