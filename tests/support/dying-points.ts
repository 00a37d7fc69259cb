import { resolve } from 'node:path'

/** The points of a settlement at which a server may be killed, by the statement that is about to be made or was. */
export const DYING_POINTS = {
  'before the payment is written': /^update "payments" set "state"/,
  'before the booking is written': /^update "bookings" set "state"/,
  'before the membership is written': /^insert into "memberships"/,
  'before the mail is written': /^insert into "mails"/,
  'before the commit': /^commit$/,
  'after the commit': /^commit$/,
} as const satisfies Readonly<Record<string, RegExp>>
export type DyingPoint = keyof typeof DYING_POINTS
export const ALL_DYING_POINTS = Object.keys(DYING_POINTS) as DyingPoint[]

/** The environment of a server that is killed there. */
export const dyingAt = (point: DyingPoint): Record<string, string> => ({
  DIE_AT: point,
  NODE_OPTIONS: `--import=${resolve('tests/support/dying.ts')}`,
})
