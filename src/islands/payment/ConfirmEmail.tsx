import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { $emailConfirmation, openEmailConfirmation, sendLink } from '#stores/payment/email-confirmation.ts'
import { ChooseAnotherMethod } from './ChooseAnotherMethod.tsx'
import { HoldCountdown } from './HoldCountdown.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { PANEL_TEXT } from './StatusPanel.tsx'
import { focusHeading, STATUS_MESSAGE_ID } from './screen-focus.ts'

/** A transfer waits until the customer has opened the link in the email, on any device. */
export default function ConfirmEmail() {
  const { sending, sentTo, canResend, problem } = useStore($emailConfirmation)
  useEffect(openEmailConfirmation, [])
  return (
    <>
      <HoldCountdown />
      <PaymentPanel
        edge="border-t-marigold"
        tag={<span className="tag tag-wait">Bank transfer</span>}
        heading="Confirm your email first"
        headingRef={focusHeading}
      >
        <p className={PANEL_TEXT} id={STATUS_MESSAGE_ID} role="status">
          {sentTo ? (
            <>
              We sent a link to <b>{sentTo}</b>. Open it on any device. This page then continues to the bank details.
            </>
          ) : (
            'We send you a link. Open it, and this page continues to the bank details.'
          )}
        </p>
        <p className={PANEL_TEXT}>No email after a minute? Check your spam folder, then send the link again.</p>
        <p className="error max-w-measure text-pretty text-body" role="status">
          {problem}
        </p>
        <PaymentActions>
          <SecondaryButton busy={sending || !canResend} onClick={() => canResend && void sendLink()}>
            {sending ? 'Sending…' : 'Send the link again'}
          </SecondaryButton>
          <a className="button button-quiet" href="/booking#step-4">
            Change email
          </a>
        </PaymentActions>
        <ChooseAnotherMethod />
      </PaymentPanel>
    </>
  )
}
