import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $emailConfirmation, openEmailConfirmation, sendLink } from '#stores/payment/email-confirmation.ts'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { Hold } from './Hold.tsx'
import { Summary } from './Summary.tsx'
import { focusHeading, STATUS_MESSAGE_ID } from './screen-focus.ts'

/** A transfer waits until the customer has opened the link in the mail, on whichever device. */
export default function ConfirmEmail() {
  const { sending, sentTo, canResend, problem } = useStore($emailConfirmation)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(openEmailConfirmation, [])
  useEffect(() => focusHeading(title.current), [])
  return (
    <>
      <Hold />
      <div className="payment-desk">
        <section className="payment-main panel-mini panel-warm">
          <span className="tag tag-wait">Bank transfer</span>
          <h1 ref={title} tabIndex={-1} aria-describedby={STATUS_MESSAGE_ID}>
            Confirm your email first
          </h1>
          <p id={STATUS_MESSAGE_ID} role="status">
            {sentTo ? (
              <>
                We sent a link to <b>{sentTo}</b>. Open it on any device. This page then continues to the bank details.
              </>
            ) : (
              'We send you a link. Open it, and this page continues to the bank details.'
            )}
          </p>
          <p className="hint">No email after a minute? Check your spam folder, then send the link again.</p>
          <p className="error" role="status">
            {problem}
          </p>
          <p className="payment-ways">
            <button
              type="button"
              className="button button-quiet"
              aria-disabled={sending || !canResend || undefined}
              onClick={() => canResend && void sendLink()}
            >
              {sending ? 'Sending…' : 'Send the link again'}
            </button>
            <a className="button button-quiet" href="/booking#step-4">
              Change email
            </a>
          </p>
          <p className="payment-other">
            <button type="button" className="link" onClick={retryPayment}>
              Choose another method
            </button>
          </p>
        </section>
        <Summary />
      </div>
    </>
  )
}
