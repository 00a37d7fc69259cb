import { useStore } from '@nanostores/react'
import { CircleAlert, Lock } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { npr } from '#domain/money.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { mountCard, payByCard } from '#stores/payment/card.ts'
import type { CardScreen } from '#stores/payment/screen.ts'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { $site } from '#stores/site.ts'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'
import { HoldCountdown } from './HoldCountdown.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { focusHeading } from './screen-focus.ts'
import './card-payment.css'

/** The provider's form on our page: card data never passes through our server. */
export default function CardPayment({ screen }: { screen: CardScreen }) {
  const container = useRef<HTMLDivElement>(null)
  const sandbox = useStore($site)?.payments === 'sandbox'
  const { paymentId, amount, paying, problem } = screen

  // One form per payment, also after a decline.
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
    return container.current ? mountCard(container.current, screen, dark) : undefined
  }, [paymentId])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void payByCard()
  }

  return (
    <>
      <h1 className="display-2 mt-1" tabIndex={-1} ref={focusHeading}>
        Pay by card
      </h1>
      <HoldCountdown isPaying />
      <div className={COLUMNS}>
        <div className={MAIN_COLUMN}>
          <form onSubmit={submit} noValidate aria-busy={paying}>
            <div className="card-place min-h-55" ref={container} />
            <div role="alert">
              {problem && (
                <Note className="note-bad my-4" icon={CircleAlert}>
                  <b>Payment Failed.</b> {problem} Nothing was charged: you can try again or use another card.
                </Note>
              )}
            </div>
            <PaymentActions className="mt-6">
              <button type="submit" className="button" aria-disabled={paying || undefined}>
                {paying ? 'Paying…' : `${problem ? 'Try Again:' : 'Pay'} ${npr(amount)}`}
              </button>
              {!paying && <SecondaryButton onClick={retryPayment}>Choose another payment method</SecondaryButton>}
            </PaymentActions>
            {!sandbox && (
              <p className="hint mt-6 flex gap-2">
                <Lock className="icon mt-0.5" />
                Only Stripe receives your card details.
              </p>
            )}
            <p className="visually-hidden" role="status">
              {paying && 'Please wait while we process your payment...'}
            </p>
          </form>
        </div>
        <PaymentSummary />
      </div>
    </>
  )
}
