import { deleteOldMonthArchives } from './accounting/months.ts'
import { runMonthArchives } from './accounting/run-months.ts'
import type { App } from './app.ts'
import { checkAudit } from './audit/check.ts'
import { issueWaitingBills } from './bills/issue.ts'
import { remindMembers } from './bookings/membership-reminders.ts'
import { remindCustomers } from './bookings/reminders.ts'
import { answerLinkRequests } from './customers/find.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { sendDueEmails } from './mail/outbox.ts'
import { expireMemberships } from './memberships/lifecycle.ts'
import { expireChanges } from './payments/change-expiry.ts'
import { expireBookings } from './payments/expiry.ts'
import { deleteOldReceiptImages } from './payments/receipts.ts'
import { reconcile, reconcilePaid } from './payments/reconciliation.ts'
import { resumeRefunds } from './payments/refund-calls.ts'
import { remindStaff } from './payments/staff-reminders.ts'
import { deleteOldRows } from './retention.ts'
import { remindTourVisitors, writeAfterTours } from './tours/reminders.ts'
import { notifyWaiting } from './waiting/notices.ts'
import { offerFreeSeats } from './waiting/offers.ts'

const JOBS: readonly { run: (app: App) => Promise<unknown>; everyMs: number }[] = [
  { run: expireBookings, everyMs: 15_000 },
  { run: expireChanges, everyMs: 15_000 },
  { run: reconcile, everyMs: 15_000 },
  { run: reconcilePaid, everyMs: 10 * 60_000 },
  { run: resumeRefunds, everyMs: 15_000 },
  { run: issueWaitingBills, everyMs: 60_000 },
  { run: answerLinkRequests, everyMs: 3_000 },
  { run: sendDueEmails, everyMs: 3_000 },
  { run: expireMemberships, everyMs: 60_000 },
  { run: remindMembers, everyMs: 10 * 60_000 },
  { run: remindCustomers, everyMs: 60_000 },
  { run: remindTourVisitors, everyMs: 5 * 60_000 },
  { run: writeAfterTours, everyMs: 10 * 60_000 },
  { run: offerFreeSeats, everyMs: 5_000 },
  { run: notifyWaiting, everyMs: 5 * 60_000 },
  { run: runMonthArchives, everyMs: 3_000 },
  { run: deleteOldMonthArchives, everyMs: 3_600_000 },
  { run: remindStaff, everyMs: 600_000 },
  { run: checkAudit, everyMs: 24 * 3_600_000 },
  { run: deleteOldReceiptImages, everyMs: 24 * 3_600_000 },
  { run: deleteOldRows, everyMs: 3_600_000 },
]

/** Returns a function that stops all jobs and waits for running ones. */
export function startJobs(app: App): () => Promise<void> {
  const stops = JOBS.map(({ run, everyMs }) => repeat(app, run, everyMs))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Runs one job at a time. Logs an error and retries at the next interval. */
function repeat(app: App, run: (app: App) => Promise<unknown>, everyMs: number): () => Promise<void> {
  let current: Promise<unknown> | undefined
  const runOnce = (): void => {
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
  runOnce()
  const timer = setInterval(runOnce, everyMs)
  return async () => {
    clearInterval(timer)
    await current
  }
}
