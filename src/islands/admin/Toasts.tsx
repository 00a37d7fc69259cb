import { useStore } from '@nanostores/react'
import { Bell, X } from 'lucide-react'
import { useRef } from 'react'
import { MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { $toasts, dismissToast, pauseToasts, resumeToasts, type Toast } from '#stores/admin/toasts.ts'
import { useToastPlacement } from './useToastPlacement.ts'

/** News at the foot of the screen; it waits while somebody points at it or has the focus in it. */
export function Toasts() {
  const notices = useStore($toasts)
  const region = useRef<HTMLDivElement>(null)
  const aside = useToastPlacement(region, notices.length)

  function close(id: string) {
    dismissToast(id)
    // The button that had the focus is gone: it goes to what is left of the news, or back to the screen.
    if ($toasts.get().length > 0) region.current?.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={region}
      className="admin-toasts"
      data-aside={aside || undefined}
      role="status"
      aria-atomic="false"
      aria-label="News"
      tabIndex={-1}
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={pauseToasts}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && resumeToasts()}
    >
      {notices.map((notice) => (
        <ToastItem key={notice.id} notice={notice} close={close} />
      ))}
    </div>
  )
}

function ToastItem({ notice, close }: { notice: Toast; close: (id: string) => void }) {
  const { title, text, href } = describeToast(notice)
  return (
    <div className="toast">
      <div className="admin-toast">
        <Bell className="icon" aria-hidden="true" />
        <p>
          <b>{title}</b>
          <br />
          {text} <a href={href}>View</a>
        </p>
      </div>
      <button type="button" className="icon-button" onClick={() => close(notice.id)}>
        <X className="icon" aria-hidden="true" />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  )
}

function describeToast(notice: Toast): { title: string; text: string; href: string } {
  if ('notDone' in notice) {
    const { name, problem, href, isOutcomeUnknown } = notice.notDone
    return { title: `${isOutcomeUnknown ? 'No answer' : 'Not done'}: ${name}`, text: problem, href }
  }
  const { event } = notice
  switch (event.kind) {
    case 'booking_new':
    case 'booking_update': {
      const { customerName, locationName, planName, bookingId } = event.booking
      return {
        title: event.kind === 'booking_new' ? 'New booking' : 'Booking changed',
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
    case 'message_update':
      return { title: 'New message', text: `From ${event.message.name}.`, href: '/admin/messages?state=open' }
  }
}
