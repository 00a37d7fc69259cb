import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { environment } from '#stores/environment.ts'
import { resendConfirmation } from '#stores/payment/own-details.ts'
import { ActionButton } from './ActionButton.tsx'
import type { ActionProps } from './action-props.ts'

/** The server sends at most one a minute. */
const RESEND_MS = 60_000

export default function ResendButton({ booking, report }: ActionProps) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  useEffect(() => (state === 'sent' ? environment().later(() => setState('ready'), RESEND_MS) : undefined), [state])
  const send = async () => {
    setState('sending')
    const failed = await resendConfirmation()
    setState(failed ? 'ready' : 'sent')
    if (failed) return report(failed.problem, true)
    report(
      <>
        We sent the confirmation to <b className="wrap-anywhere">{booking.contact.email}</b>. No email after a minute?
        Check your spam folder.
      </>,
    )
  }
  return (
    <ActionButton busy={state !== 'ready'} onClick={() => state === 'ready' && void send()}>
      <Mail className="icon" />
      {state === 'sending' ? 'Sending…' : 'Resend confirmation'}
    </ActionButton>
  )
}
