import { useStore } from '@nanostores/react'
import { Info, Lock } from 'lucide-react'
import type { ReactNode, SubmitEvent } from 'react'
import { npr, paisa } from '#domain/money.ts'
import { Price } from '#islands/ui/Price.tsx'
import { $booking, $method, $site } from '#stores/payment/booking.ts'
import { startPayment } from '#stores/payment/start-payment.ts'
import { $summary, type Summary as Summed } from '#stores/payment/summary.ts'
import { BackToBooking } from './BackToBooking.tsx'
import { Hold } from './Hold.tsx'
import { type PaymentMethodContent, PaymentMethods } from './PaymentMethods.tsx'
import { Summary } from './Summary.tsx'

interface Props {
  methods: readonly PaymentMethodContent[]
  debug: ReactNode
}

export function SelectMethod({ methods, debug }: Props) {
  const summary = useStore($summary)
  const method = useStore($method)
  const name = methods.find(({ id }) => id === method)?.name ?? ''
  const amount = summary ? npr(summary.total) : ''
  const label =
    method === 'bank_transfer' ? 'Show the bank details' : `Pay ${amount} ${METHOD_PHRASES[method] ?? `with ${name}`}`

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void startPayment()
  }

  return (
    <>
      <BackToBooking />
      <h1 className="display-2" tabIndex={-1}>
        Complete Your Payment
      </h1>
      <Hold />
      <div className="payment-desk">
        <div className="payment-main">
          <form id="payment" onSubmit={submit}>
            <PaymentMethods methods={methods} />
            <NextStep name={name} summary={summary} />
            <button type="submit" className="button button-wide payment-go">
              {label}
            </button>
          </form>
          {debug}
        </div>
        <Summary />
        {summary && (
          <section className="foot-bar" aria-label="Total">
            <p>
              <span className="label mute">Total</span>
              <Price amount={summary.total} />
            </p>
            <button type="submit" form="payment" className="button" aria-label={label}>
              {method === 'bank_transfer' ? 'Bank details' : 'Pay'}
            </button>
          </section>
        )}
      </div>
    </>
  )
}

const METHOD_PHRASES: Partial<Record<string, string>> = { stripe: 'by card', qr_payment: 'by QR code' }

/** What happens after the button, so that nobody is surprised by leaving the site. */
function NextStep({ name, summary }: { name: string; summary: Summed | null }) {
  const method = useStore($method)
  const site = useStore($site)
  const offered = site?.methods.find(({ id }) => id === method)
  const available = useStore($booking)?.methods.find(({ id }) => id === method)?.available ?? true
  const special: Partial<Record<string, string>> = {
    bank_transfer: 'You will see our account and a reference. Your place is held while the money travels.',
    qr_payment: 'You will see a QR code for your banking app, and send us the receipt.',
    stripe: `With the card's fee of ${npr(summary?.fee ?? paisa(0))} you pay ${npr(summary?.total ?? paisa(0))}. You enter the card on the next screen.`,
  }
  const words = offered?.simulated
    ? `${name} is simulated here: nothing is sent to it, and you say on the next screen how the payment ends.`
    : (offered?.note ?? special[method] ?? `You will go to ${name} to pay and come back here.`)
  return (
    <div className="payment-next" role="status">
      {available ? (
        <p className="note">
          <Lock className="icon" />
          <span>{words}</span>
        </p>
      ) : (
        <p className="note note-warm">
          <Info className="icon" />
          <span>{name} is not available. Choose another payment method.</span>
        </p>
      )}
    </div>
  )
}
