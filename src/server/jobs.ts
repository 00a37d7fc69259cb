import type { App } from './app.ts'
import { checkAudit } from './audit/check.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { deleteOldEvents } from './events/staff-events.ts'
import { deleteOldEmails, sendDueEmails } from './mail/outbox.ts'
import { expireMemberships, remindMembers } from './memberships/expiry.ts'
import { deleteOldMessages } from './messages/contact.ts'
import { expireBookings } from './payments/expiry.ts'
import { deleteOldReceiptImages } from './payments/receipts.ts'
import { reconcile, reconcilePaid } from './payments/reconciliation.ts'
import { resumeRefunds } from './payments/refund-calls.ts'
import { remindStaff } from './payments/reminders.ts'
import { deleteOldInvitations } from './staff/invitations.ts'
import { deleteOldSessions } from './staff/session-ends.ts'
import { deleteOldAttempts } from './staff/sign-in-throttle.ts'
import { deleteFullBuckets } from './throttle/shared-throttle.ts'

const JOBS: readonly { run: (app: App) => Promise<unknown>; everyMs: number }[] = [
  { run: expireBookings, everyMs: 15_000 },
  { run: reconcile, everyMs: 15_000 },
  { run: reconcilePaid, everyMs: 10 * 60_000 },
  { run: resumeRefunds, everyMs: 15_000 },
  { run: sendDueEmails, everyMs: 3_000 },
  { run: expireMemberships, everyMs: 60_000 },
  { run: remindMembers, everyMs: 10 * 60_000 },
  { run: remindStaff, everyMs: 600_000 },
  { run: deleteOldSessions, everyMs: 3_600_000 },
  { run: deleteFullBuckets, everyMs: 3_600_000 },
  { run: deleteOldInvitations, everyMs: 24 * 3_600_000 },
  { run: deleteOldAttempts, everyMs: 24 * 3_600_000 },
  { run: checkAudit, everyMs: 24 * 3_600_000 },
  { run: deleteOldEvents, everyMs: 24 * 3_600_000 },
  { run: deleteOldReceiptImages, everyMs: 24 * 3_600_000 },
  { run: deleteOldEmails, everyMs: 24 * 3_600_000 },
  { run: deleteOldMessages, everyMs: 24 * 3_600_000 },
]

/** Starts what has to happen by itself. Gives the way to stop, which waits for what is under way. */
export function startJobs(app: App): () => Promise<void> {
  const stops = JOBS.map(({ run, everyMs }) => repeat(app, run, everyMs))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** One run at a time; a run that throws is logged and tried again at the next turn. */
function repeat(app: App, run: (app: App) => Promise<unknown>, everyMs: number): () => Promise<void> {
  let current: Promise<unknown> | undefined
  const turn = (): void => {
    current ??= run(app)
      .catch((error) => {
        if (error instanceof DatabaseUnavailable)
          app.log.info('database_unavailable', { job: run.name, reason: error.message })
        else app.log.bug(error, { job: run.name })
      })
      .finally(() => {
        current = undefined
      })
  }
  turn()
  const timer = setInterval(turn, everyMs)
  return async () => {
    clearInterval(timer)
    await current
  }
}
