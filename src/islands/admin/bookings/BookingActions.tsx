import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { type BookingAction, canMoveBooking, isActionAllowed } from '#domain/booking.ts'
import { canNamePeople } from '#domain/customer-actions.ts'
import { hasRoleAtLeast, type Role } from '#domain/staff.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { resendConfirmation } from '#stores/admin/bookings/actions.ts'
import {
  $bookingAction,
  type ActionState,
  clearSentForm,
  closeBookingForm,
  discardForm,
  openBookingForm,
  resumeForm,
  stashBookingForm,
} from '#stores/admin/bookings/edit.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $today } from '#stores/today.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DangerActions } from '../DangerActions.tsx'
import { useRole } from '../useRole.ts'
import { type BookingFormProps, DiscardFormContext } from './BookingForm.tsx'
import { CancelForm, RejectForm } from './CancelForm.tsx'
import { CustomerForm } from './CustomerForm.tsx'
import { formatBookingChanges } from './format-booking-changes.ts'
import { ConfirmForm, DifferenceForm, HoursForm } from './ManualPaymentForm.tsx'
import { MoveForm } from './MoveForm.tsx'
import { PaymentLinkButtons } from './PaymentLinkButtons.tsx'
import { PeopleForm } from './PeopleForm.tsx'
import { ReplaceLinkForm } from './ReplaceLinkForm.tsx'

/** Not limited by the states of `isActionAllowed`. */
type GeneralAction = 'edit' | 'people' | 'replaceLink' | 'hours'
type Action = Exclude<BookingAction, 'resend' | 'link'> | GeneralAction
interface ActionEntry {
  label: string
  role: Role
  Form: ComponentType<BookingFormProps>
  isIrreversible?: true
}

/** The minimum role of each action. */
const ACTIONS: Readonly<Record<Action, ActionEntry>> = {
  confirm: { label: 'Record payment', role: 'desk', Form: ConfirmForm },
  move: { label: 'Move dates', role: 'desk', Form: MoveForm },
  difference: { label: 'Record the difference', role: 'desk', Form: DifferenceForm },
  hours: { label: 'Sell room hours', role: 'desk', Form: HoursForm },
  edit: { label: 'Edit customer', role: 'desk', Form: CustomerForm },
  people: { label: 'Edit names', role: 'desk', Form: PeopleForm },
  replaceLink: { label: 'Send a new link', role: 'desk', Form: ReplaceLinkForm },
  reject: { label: 'Reject booking', role: 'manager', Form: RejectForm, isIrreversible: true },
  cancel: { label: 'Cancel booking', role: 'desk', Form: CancelForm, isIrreversible: true },
}

const SERVER_ACTIONS: readonly Action[] = ['move', 'people', 'replaceLink']
const GENERAL_ACTIONS: readonly Action[] = ['edit', 'people', 'replaceLink', 'hours'] satisfies GeneralAction[]

const isGeneralAction = (name: Action): name is GeneralAction => GENERAL_ACTIONS.includes(name)

/** The actions that the state and the role allow; the open form replaces their buttons. */
export function BookingActions({ detail }: { detail: BookingDetail }) {
  const role = useRole()
  const action = useStore($bookingAction)
  const today = useStore($today)
  const [openAction, setOpen] = useState<Action>()
  const [isSent, setSent] = useState(false)
  const actions = (Object.keys(ACTIONS) as Action[]).filter(
    (name) =>
      (HAS_SERVER_FEATURES || !SERVER_ACTIONS.includes(name)) &&
      (name !== 'people' || (detail.seats > 1 && canNamePeople(detail, today))) &&
      (name !== 'move' || canMoveBooking(role, detail.started)) &&
      (name !== 'difference' || detail.difference > 0) &&
      (name !== 'hours' || detail.hourPrice !== null) &&
      hasRoleAtLeast(role, ACTIONS[name].role) &&
      (isGeneralAction(name) || isActionAllowed(name, detail.state)),
  )
  const canSendLink = HAS_SERVER_FEATURES && isActionAllowed('link', detail.state)
  const isSending = openAction !== undefined && action.busy
  const show = (name: Action) => {
    setSent(false)
    openBookingForm(name)
    flushSync(() => setOpen(name))
    const box = form.current
    // Not every form focuses a field.
    if (!box?.contains(document.activeElement)) box?.querySelector('h4')?.focus({ preventScroll: true })
    box?.scrollIntoView()
  }
  const form = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const hideForm = () => {
    const button = opener.current
    flushSync(() => setOpen(undefined))
    // A form that was resumed may have its button in the closed list.
    const more = button?.closest('details')
    if (more) more.open = true
    button?.focus()
  }
  const discard = () => {
    closeBookingForm()
    hideForm()
  }
  // Escape stashes the form; a second Escape closes the drawer.
  const stashOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || openAction === undefined) return
    event.preventDefault()
    if (isSending) return
    stashBookingForm()
    hideForm()
  }
  const closeAndFocusHeading = () => {
    setOpen(undefined)
    document.getElementById('booking-heading')?.focus()
  }
  // The drawer may close before the response arrives.
  const isUnmounted = useRef(false)
  const done = () => {
    if (isUnmounted.current) return clearSentForm(detail.bookingId)
    closeBookingForm()
    closeAndFocusHeading()
  }
  useEffect(() => {
    const resumedForm = resumeForm(detail) as Action | undefined
    setOpen((current) => current ?? resumedForm)
    return () => {
      isUnmounted.current = true
      stashBookingForm()
    }
  }, [])
  const Form = openAction && actions.includes(openAction) ? ACTIONS[openAction].Form : undefined
  // A change by a colleague has made this action impossible.
  const isUnavailable = openAction !== undefined && !actions.includes(openAction)
  useEffect(() => {
    if (!isUnavailable) return
    discardForm()
    closeAndFocusHeading()
  }, [isUnavailable])
  const getLabel = (name: Action) => {
    if (name === 'cancel' && actions.includes('reject')) return 'Cancel for the customer'
    return name === 'replaceLink' && !detail.email ? 'Replace link' : ACTIONS[name].label
  }
  const renderOpener = (name: Action) => (
    <button
      key={name}
      ref={name === openAction ? opener : undefined}
      type="button"
      className={`button button-small ${getButtonClass(name)}`}
      onClick={() => show(name)}
    >
      {getLabel(name)}
    </button>
  )
  // A payment that is not verified is rejected; the customer’s own wish to cancel is rarer, as is a move before payment.
  const isRare = (name: Action) =>
    isGeneralAction(name) || (name === 'cancel' && actions.includes('reject')) || (name === 'move' && canSendLink)
  const mainActions = actions.filter((name) => !ACTIONS[name].isIrreversible && !isRare(name))
  const irreversible = actions.filter((name) => ACTIONS[name].isIrreversible && !isRare(name))
  return (
    <section
      className="alerts:mt-3 mt-5 border-line-2 border-t pt-3.5"
      aria-labelledby="booking-actions"
      onKeyDown={stashOnEscape}
    >
      <h3 id="booking-actions" className="visually-hidden">
        Actions
      </h3>
      <div hidden={Form !== undefined}>
        <div className="drawer-actions flex flex-wrap gap-2.5">{mainActions.map(renderOpener)}</div>
        {canSendLink && <PaymentLinkButtons detail={detail} />}
        <details className="mt-2" open={mainActions.length === 0}>
          <summary className="min-h-11 py-2.5 font-med text-ink-2">More actions</summary>
          <div className="flex flex-wrap gap-2.5 pt-1">
            {actions.filter(isRare).map(renderOpener)}
            {HAS_SERVER_FEATURES && isActionAllowed('resend', detail.state) && detail.email && (
              <QuietButton busy={action.busy} onClick={async () => setSent(await resendConfirmation())}>
                Resend confirmation
              </QuietButton>
            )}
          </div>
        </details>
        {irreversible.length > 0 && <DangerActions>{irreversible.map(renderOpener)}</DangerActions>}
      </div>
      <p className="small not-empty:mt-3" role="status">
        {isSent && `The confirmation is sent to ${detail.email} again.`}
      </p>
      <Alert problem={action.problem}>{action.conflict && <ConflictNote changedFields={action.conflict} />}</Alert>
      {openAction && Form && (
        <div ref={form} className="booking-form mt-3.5 border-ledge border-l-3 bg-paper-sunk p-3.5">
          <h4 className="stretch-name mb-2 font-strong text-body focus:outline-none" tabIndex={-1}>
            {getLabel(openAction)}
          </h4>
          <DiscardFormContext value={discard}>
            <Form detail={detail} done={done} />
          </DiscardFormContext>
        </div>
      )}
    </section>
  )
}

function getButtonClass(name: Action): string {
  if (name === 'confirm') return ''
  return ACTIONS[name].isIrreversible ? 'button-danger' : 'button-quiet'
}

function ConflictNote({ changedFields }: { changedFields: NonNullable<ActionState['conflict']> }) {
  const changes = formatBookingChanges(changedFields)
  return (
    <div className="note note-warm">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        <p>
          <b>Someone else changed this booking while you were editing.</b> Review the new values, then try again.
        </p>
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
