import type { previewMailing as PreviewMailing, sendMailing as SendMailing } from '#contract/admin/mailings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { FailureCode, Outcome } from '#contract/failure.ts'
import { now } from '../../clock.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { dismissToast, type SentMailing, showFailureToast, showMailingToast } from '../toasts.ts'

type Mailing = Input<typeof SendMailing>
export type MailingPreview = Output<typeof PreviewMailing>

export const previewMailing = (mailing: Mailing): Promise<Outcome<MailingPreview>> =>
  requireSession(staffLedger.previewMailing(mailing))

/** Shows a toast that withdraws the emails while they wait. */
export async function sendMailing(mailing: Mailing): Promise<Outcome<Output<typeof SendMailing>>> {
  const outcome = await withIdempotencyKey(['mailing', mailing], (key) =>
    requireSession(staffLedger.sendMailing(mailing, key)),
  )
  if (outcome.ok) {
    const { mailingId, recipients, undoUntil, undone } = outcome.value
    showMailingToast(
      { mailingId, recipients, subject: mailing.subject, isUndone: undone },
      undone ? UNDONE_TOAST_MS : Date.parse(undoUntil) - now(),
    )
  }
  return outcome
}

const UNDONE_TOAST_MS = 6_000
const REFUSALS: readonly FailureCode[] = ['wrong_state', 'not_found', 'forbidden']

/** Withdraws the emails of a mailing. Returns false after another failure than a refusal: the toast stays to repeat it. */
export async function undoMailing(mailing: SentMailing): Promise<boolean> {
  const outcome = await requireSession(staffLedger.undoMailing(mailing.mailingId))
  if (!outcome.ok && !REFUSALS.includes(outcome.failure.code)) return false
  dismissToast(mailing.mailingId)
  if (outcome.ok) showMailingToast({ ...mailing, isUndone: true }, UNDONE_TOAST_MS)
  else showFailureToast(`Undo of “${mailing.subject}”`, outcome.failure, '/admin/day-sheet')
  return true
}
