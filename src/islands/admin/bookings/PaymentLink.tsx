import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { createPaymentLink } from '#stores/admin/bookings/actions.ts'
import { $action } from '#stores/admin/bookings/edit.ts'
import { environment } from '#stores/environment.ts'

/** The customer's own link to pay a booking that awaits its payment: to be sent by hand, or mailed. */
export function PaymentLink({ detail }: { detail: BookingDetail }) {
  const { busy } = useStore($action)
  const [said, setSaid] = useState('')
  /** Shown where the browser lets nothing onto its clipboard. */
  const [shown, setShown] = useState('')
  const presses = useClipboardChanges()
  const copy = async () => {
    const mine = ++presses.current
    const link = await createPaymentLink('copy')
    if (!link) return
    const isCopied = mine === presses.current && (await environment().copy(link))
    setShown(isCopied ? '' : link)
    setSaid(isCopied ? 'The link to pay is on the clipboard.' : 'Mark the link and copy it:')
  }
  const send = async () => {
    if (!(await createPaymentLink('mail'))) return
    setShown('')
    setSaid(`The link to pay goes to ${detail.email}.`)
  }
  const copying = ['Copy payment link', copy] as const
  const ways = detail.email ? [copying, ['Send payment link', send] as const] : [copying]
  return (
    <div className="booking-pay">
      <div className="drawer-actions">
        {ways.map(([label, give]) => (
          <button
            key={label}
            type="button"
            className="button button-quiet button-small"
            aria-disabled={busy || undefined}
            onClick={() => void give()}
          >
            {label}
          </button>
        ))}
      </div>
      <p className="small" role="status">
        {said}
      </p>
      {shown && <p className="drawer-note booking-link">{shown}</p>}
    </div>
  )
}

/**
 * Counts what is meant for the clipboard: a link that comes late takes the place of nothing that may have been copied
 * since, here or in another window, and is not copied for whoever looks at something else by now.
 */
function useClipboardChanges() {
  const presses = useRef(0)
  useEffect(() => {
    const listening = new AbortController()
    const count = () => {
      presses.current++
    }
    const { signal } = listening
    for (const event of ['copy', 'cut']) document.addEventListener(event, count, { signal })
    window.addEventListener('blur', count, { signal })
    return () => {
      listening.abort()
      count()
    }
  }, [])
  return presses
}
