import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { createPaymentLink } from '#stores/admin/bookings/actions.ts'
import { $bookingAction } from '#stores/admin/bookings/edit.ts'
import { environment } from '#stores/environment.ts'

export function PaymentLinkButtons({ detail }: { detail: BookingDetail }) {
  const { busy } = useStore($bookingAction)
  const [status, setStatus] = useState('')
  /** Shown as text where the browser denies clipboard access. */
  const [shownLink, setShownLink] = useState('')
  const clipboardChanges = useClipboardChanges()
  const copy = async () => {
    const change = ++clipboardChanges.current
    const link = await createPaymentLink('copy')
    if (!link) return
    const isCopied = change === clipboardChanges.current && (await environment().copy(link))
    setShownLink(isCopied ? '' : link)
    setStatus(isCopied ? 'Payment link copied.' : 'Select the link and copy it:')
  }
  const send = async () => {
    if (!(await createPaymentLink('email'))) return
    setShownLink('')
    setStatus(`The payment link is sent to ${detail.email}.`)
  }
  const copyButton = ['Copy payment link', copy] as const
  const buttons = detail.email ? [copyButton, ['Send payment link', send] as const] : [copyButton]
  return (
    <div className="mt-2.5">
      <div className="flex flex-wrap gap-2.5">
        {buttons.map(([label, run]) => (
          <QuietButton key={label} busy={busy} onClick={() => void run()}>
            {label}
          </QuietButton>
        ))}
      </div>
      <p className="small not-empty:mt-2" role="status">
        {status}
      </p>
      {shownLink && <p className="wrap-anywhere mt-2 select-all whitespace-pre-wrap">{shownLink}</p>}
    </div>
  )
}

/** Counts clipboard changes, so that a late link does not replace something copied since. */
function useClipboardChanges() {
  const clipboardChanges = useRef(0)
  useEffect(() => {
    const controller = new AbortController()
    const count = () => {
      clipboardChanges.current++
    }
    const { signal } = controller
    for (const event of ['copy', 'cut']) document.addEventListener(event, count, { signal })
    window.addEventListener('blur', count, { signal })
    return () => {
      controller.abort()
      count()
    }
  }, [])
  return clipboardChanges
}
