import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { undoMailing } from '#stores/admin/desk/mailing.ts'
import {
  $toasts,
  dismissToast,
  pauseToasts,
  restoreMailingToasts,
  resumeToasts,
  type Toast,
} from '#stores/admin/toasts.ts'
import { TOAST_LINK, ToastFrame } from './ToastFrame.tsx'
import { useToastPlacement } from './useToastPlacement.ts'

/** Toasts do not time out while they have the pointer or the focus. */
export function Toasts() {
  const toasts = useStore($toasts)
  const news = toasts.filter((toast) => 'event' in toast)
  const region = useRef<HTMLDivElement>(null)
  const aside = useToastPlacement(region, toasts.length)
  useEffect(restoreMailingToasts, [])

  function close(...ids: string[]) {
    ids.forEach(dismissToast)
    // The focused button is gone: focus the remaining toasts, or the screen.
    if ($toasts.get().length > 0) region.current?.focus()
    else focusScreen()
  }

  return (
    <div
      ref={region}
      className="grid grid-cols-1 gap-px outline-0"
      data-aside={aside || undefined}
      role="status"
      aria-atomic="false"
      aria-label="Notifications"
      tabIndex={-1}
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && resumeToasts()}
    >
      {toasts.map((toast) => {
        if ('mailing' in toast) return <MailingToast key={toast.id} toast={toast} close={close} />
        return 'failedAction' in toast && <TextToast key={toast.id} toasts={[toast]} close={close} />
      })}
      {news.length > 0 && <TextToast toasts={news} close={close} />}
    </div>
  )
}

const focusScreen = () => document.getElementById('main')?.focus({ preventScroll: true })

type TextToastItem = Exclude<Toast, { mailing: unknown }>

/** Several fold into one line, so that they cover little of the screen. */
function TextToast({ toasts, close }: { toasts: readonly TextToastItem[]; close: (...ids: string[]) => void }) {
  const texts = toasts.map((toast) => {
    const { title, text, href } = describeToast(toast)
    return (
      <p key={toast.id}>
        <b>{title}</b> {text}{' '}
        <a className={TOAST_LINK} href={href}>
          View
        </a>
      </p>
    )
  })
  return (
    <ToastFrame dismiss={() => close(...toasts.map(({ id }) => id))}>
      {texts.length === 1 ? (
        texts
      ) : (
        <details>
          <summary className="-my-3 py-3">{texts.length} new notifications</summary>
          <div className="grid gap-1 pt-3">{texts}</div>
        </details>
      )}
    </ToastFrame>
  )
}

interface MailingProps {
  toast: Extract<Toast, { mailing: unknown }>
  close: (id: string) => void
}

function MailingToast({ toast: { id, mailing }, close }: MailingProps) {
  const [undoing, setUndoing] = useState<'busy' | 'failed'>()
  const undo = async () => {
    if (undoing === 'busy') return
    setUndoing('busy')
    if (!(await undoMailing(mailing))) return setUndoing('failed')
    // The focused button is gone.
    focusScreen()
  }
  const { recipients, subject, isUndone } = mailing
  return (
    <ToastFrame dismiss={() => close(id)}>
      <p>
        <b>{isUndone ? 'Email withdrawn' : `Email to ${recipients} ${recipients === 1 ? 'person' : 'people'}`}</b>{' '}
        {isUndone ? `“${subject}” is not sent.` : `“${subject}” is sent within 30 seconds.`}{' '}
        {!isUndone && undoing === 'failed' && 'Undoing it failed. Try again. '}
        {!isUndone && (
          <button
            type="button"
            className={`link ${TOAST_LINK}`}
            aria-disabled={undoing === 'busy' || undefined}
            onClick={undo}
          >
            {undoing === 'busy' ? 'Undoing…' : 'Undo'}
          </button>
        )}
      </p>
    </ToastFrame>
  )
}

function describeToast(toast: TextToastItem): { title: string; text: string; href: string } {
  if ('failedAction' in toast) {
    const { name, problem, href, isOutcomeUnknown } = toast.failedAction
    return { title: `${isOutcomeUnknown ? 'Unknown result' : 'Failed'}: ${name}`, text: problem, href }
  }
  const { event } = toast
  switch (event.kind) {
    case 'booking_new': {
      const { customerName, locationName, planName, bookingId } = event.booking
      return {
        title: 'New booking',
        text: `${customerName}, ${locationName}, ${planName}.`,
        href: `/admin/bookings?q=${encodeURIComponent(bookingId)}`,
      }
    }
    case 'membership_new':
    case 'membership_update': {
      const { customerName, locationName, planName, status, membershipId } = event.membership
      return {
        title: event.kind === 'membership_new' ? 'New membership' : 'Membership changed',
        text: `${customerName}, ${locationName}, ${planName}: ${MEMBERSHIP_LABELS[status].toLowerCase()}.`,
        href: `/admin/memberships?open=${encodeURIComponent(membershipId)}`,
      }
    }
    case 'message_new':
      return { title: 'New message', text: `From ${event.message.name}.`, href: '/admin/messages?state=open' }
    case 'tour_new': {
      const { tourId, name, locationName, date, time } = event.tour
      return {
        title: 'New tour',
        text: `${name}, ${locationName}, ${formatDate(date)}, ${time}.`,
        href: `/admin/tours?open=${encodeURIComponent(tourId)}`,
      }
    }
  }
}
