import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { type BookingAction, canMoveBooking, isActionAllowed } from '#domain/booking.ts'
import { hasRoleAtLeast, type Role } from '#domain/staff.ts'
import { resendConfirmation } from '#stores/admin/bookings/actions.ts'
import {
  $action,
  type ActionState,
  clearSentForm,
  closeForm,
  discardForm,
  openForm,
  resumeForm,
  stashForm,
} from '#stores/admin/bookings/edit.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $session } from '#stores/admin/session/session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CancelForm, RejectForm } from './CancelForm.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import { CustomerForm } from './CustomerForm.tsx'
import { DifferenceForm } from './DifferenceForm.tsx'
import { describeChanges } from './describe-changes.ts'
import { MoveForm } from './MoveForm.tsx'
import { PaymentLink } from './PaymentLink.tsx'

/** Its form, what its button says, and the least right; `edit` is possible in every state. */
const ACTIONS: Readonly<
  Record<Exclude<BookingAction, 'resend' | 'link'> | 'edit', { label: string; role: Role; bad?: true }>
> = {
  confirm: { label: 'Confirm by hand', role: 'desk' },
  move: { label: 'Move dates', role: 'desk' },
  difference: { label: 'Record the difference', role: 'desk' },
  edit: { label: 'Edit customer', role: 'desk' },
  reject: { label: 'Reject', role: 'manager', bad: true },
  cancel: { label: 'Cancel booking', role: 'desk', bad: true },
}
type Action = keyof typeof ACTIONS

/** What can be done to a booking in its state by who looks at it; one form at a time. */
export function BookingActions({ detail }: { detail: BookingDetail }) {
  const session = useStore($session)
  const acting = useStore($action)
  const [open, setOpen] = useState<Action>()
  const [sent, setSent] = useState(false)
  const role = session.state === 'open' ? session.who.role : 'desk'
  const acts = (Object.keys(ACTIONS) as Action[]).filter(
    (act) =>
      (HAS_SERVER_FEATURES || act !== 'move') &&
      (act !== 'move' || canMoveBooking(role, detail.begun)) &&
      (act !== 'difference' || detail.difference > 0) &&
      hasRoleAtLeast(role, ACTIONS[act].role) &&
      (act === 'edit' || isActionAllowed(act, detail.state)),
  )
  // What is being sent stays in sight, and in its fields, until it is known that it was done.
  const isSending = open !== undefined && acting.busy
  const show = (act: Action) => {
    if (isSending) return
    setSent(false)
    if (act === open) {
      closeForm()
      setOpen(undefined)
    } else {
      openForm(act)
      setOpen(act)
    }
  }
  const opener = useRef<HTMLButtonElement>(null)
  // Once for the form, which keeps what was typed; once more for the drawer.
  const putAway = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || open === undefined) return
    event.preventDefault()
    if (isSending) return
    stashForm()
    setOpen(undefined)
    opener.current?.focus()
  }
  // Its drawer may have gone before the answer came: a form that stands in another one goes on.
  const isGone = useRef(false)
  const done = () => {
    if (isGone.current) return clearSentForm(detail.bookingId)
    // That it was done after all stays to be read.
    if ($action.get().conflict?.isOwn) discardForm()
    else closeForm()
    setOpen(undefined)
    document.getElementById('booking-heading')?.focus()
  }
  useEffect(() => {
    // Whoever was quicker than this has chosen already.
    const left = resumeForm(detail) as Action | undefined
    setOpen((chosen) => chosen ?? left)
    return () => {
      isGone.current = true
      stashForm()
    }
  }, [])
  // Somebody else has ended what this form was for: what they did is said above, and the keyboard goes on from the top.
  const isOver = open !== undefined && !acts.includes(open)
  useEffect(() => {
    if (!isOver) return
    discardForm()
    setOpen(undefined)
    document.getElementById('booking-heading')?.focus()
  }, [isOver])
  return (
    <section className="booking-part" aria-labelledby="booking-actions" onKeyDown={putAway}>
      <h3 id="booking-actions" className="visually-hidden">
        Actions
      </h3>
      <div className="drawer-actions">
        {acts.map((act) => (
          <button
            key={act}
            ref={act === open ? opener : undefined}
            type="button"
            className={`button button-small ${getButtonClass(act, acts)}`}
            aria-expanded={act === open}
            aria-disabled={isSending || undefined}
            onClick={() => show(act)}
          >
            {act === 'cancel' && acts.includes('reject') ? 'Cancel for the customer' : ACTIONS[act].label}
          </button>
        ))}
        {HAS_SERVER_FEATURES && isActionAllowed('resend', detail.state) && detail.email && (
          <button
            type="button"
            className="button button-quiet button-small"
            aria-disabled={acting.busy || undefined}
            onClick={async () => setSent(await resendConfirmation())}
          >
            Resend confirmation
          </button>
        )}
      </div>
      {HAS_SERVER_FEATURES && isActionAllowed('link', detail.state) && <PaymentLink detail={detail} />}
      <p className="small" role="status">
        {sent && `The confirmation goes to ${detail.email} once more.`}
      </p>
      <Alert problem={acting.problem}>{acting.conflict && <ConflictNote {...acting.conflict} />}</Alert>
      {open && acts.includes(open) && <div className="booking-form">{renderForm(open, detail, done)}</div>}
    </section>
  )
}

/** One primary action; only one that cannot be undone is red. Beside a rejection, a cancellation is what the customer asks for. */
function getButtonClass(act: Action, acts: readonly Action[]): string {
  if (act === 'confirm') return ''
  return ACTIONS[act].bad && !(act === 'cancel' && acts.includes('reject'))
    ? 'button-quiet booking-bad'
    : 'button-quiet'
}

function renderForm(act: Action, detail: BookingDetail, done: () => void): ReactNode {
  switch (act) {
    case 'confirm':
      return <ConfirmForm detail={detail} done={done} />
    case 'move':
      return <MoveForm detail={detail} done={done} />
    case 'difference':
      return <DifferenceForm detail={detail} done={done} />
    case 'edit':
      return <CustomerForm detail={detail} done={done} />
    case 'reject':
      return <RejectForm detail={detail} done={done} />
    case 'cancel':
      return <CancelForm detail={detail} done={done} />
  }
}

function ConflictNote({ isOwn, ...changed }: NonNullable<ActionState['conflict']>) {
  const changes = describeChanges(changed)
  return (
    <div className="note note-warm">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        {isOwn ? (
          <p>
            <b>It was done after all.</b> Only the answer was lost on its way.
          </p>
        ) : (
          <p>
            <b>Somebody else has changed this booking meanwhile.</b> Nothing of yours was done: look, then go on.
          </p>
        )}
        {changes.length > 0 && (
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
