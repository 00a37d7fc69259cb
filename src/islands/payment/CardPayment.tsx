import { useStore } from '@nanostores/react'
import { CircleAlert, Lock } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { npr } from '#domain/money.ts'
import { $site } from '#stores/payment/booking.ts'
import { mountCard, payByCard } from '#stores/payment/card.ts'
import type { CardScreen } from '#stores/payment/screen.ts'
import { retryPayment } from '#stores/payment/start-payment.ts'
import { Hold } from './Hold.tsx'
import { Summary } from './Summary.tsx'
import { focusHeading } from './screen-focus.ts'
import './card-payment.css'

/** The provider's own form on our page: the card never passes through our server. */
export default function CardPayment({ screen }: { screen: CardScreen }) {
  const place = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const sandbox = useStore($site)?.payments === 'sandbox'
  const { paymentId, amount, paying, problem } = screen

  useEffect(() => focusHeading(heading.current), [])

  // One form for one payment, whatever becomes of the card.
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches
    return place.current ? mountCard(place.current, screen, dark) : undefined
  }, [paymentId])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void payByCard()
  }

  return (
    <>
      <h1 className="display-2" tabIndex={-1} ref={heading}>
        Pay by card
      </h1>
      <Hold />
      <div className="payment-desk">
        <div className="payment-main">
          <form onSubmit={submit} noValidate aria-busy={paying}>
            <div className="card-place" ref={place} />
            <div role="alert">
              {problem && (
                <p className="note note-bad card-problem">
                  <CircleAlert className="icon" />
                  <span>
                    <b>Payment Failed.</b> {problem} Nothing was charged: you can try again or use another card.
                  </span>
                </p>
              )}
            </div>
            <p className="payment-ways">
              <button type="submit" className="button" aria-disabled={paying || undefined}>
                {paying ? 'Paying…' : `${problem ? 'Try Again:' : 'Pay'} ${npr(amount)}`}
              </button>
              {!paying && (
                <button type="button" className="button button-quiet" onClick={retryPayment}>
                  Choose another way
                </button>
              )}
            </p>
            <p className="hint card-hint">
              <Lock className="icon" />
              <span>
                {sandbox ? 'No card goes anywhere.' : 'The card goes to Stripe alone.'} The total includes the fee for
                cards.
              </span>
            </p>
            <p className="visually-hidden" role="status">
              {paying && 'Please wait while we process your payment...'}
            </p>
          </form>
        </div>
        <Summary />
      </div>
    </>
  )
}
