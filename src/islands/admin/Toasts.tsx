import { useStore } from '@nanostores/react'
import { Bell, X } from 'lucide-react'
import { useRef } from 'react'
import { $notices, dismiss, type Notice, pause, resume } from '#stores/admin/notices.ts'

/** News at the foot of the screen; it waits while somebody points at it or has the focus in it. */
export function Toasts() {
  const notices = useStore($notices)
  const region = useRef<HTMLDivElement>(null)

  function close(id: string) {
    dismiss(id)
    // The button that had the focus is gone: it goes to what is left of the news, or back to the screen.
    if ($notices.get().length > 0) region.current?.focus()
    else document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={region}
      className="admin-toasts"
      role="status"
      aria-label="News"
      tabIndex={-1}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && resume()}
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} close={close} />
      ))}
    </div>
  )
}

function Toast({ notice: { id, booking }, close }: { notice: Notice; close: (id: string) => void }) {
  return (
    <div className="toast">
      <div className="admin-toast">
        <Bell className="icon" aria-hidden="true" />
        <p>
          <b>New booking</b>
          <br />
          {booking.customerName}, {booking.locationName}, {booking.planName}.{' '}
          <a href={`/admin/bookings?q=${encodeURIComponent(booking.bookingId)}`}>View</a>
        </p>
      </div>
      <button type="button" className="icon-button" onClick={() => close(id)}>
        <X className="icon" aria-hidden="true" />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  )
}
