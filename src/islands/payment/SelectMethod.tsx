import { useStore } from '@nanostores/react'
import { Lock } from 'lucide-react'
import type { ReactNode, SubmitEvent } from 'react'
import { formatBookingTerms } from '#domain/booking-terms.ts'
import { npr, ZERO } from '#domain/money.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { Note } from '#islands/ui/Note.tsx'
import { TotalBar } from '#islands/ui/TotalBar.tsx'
import { $booking, $method } from '#stores/payment/booking.ts'
import { startPayment } from '#stores/payment/start-payment.ts'
import { $summary, type Summary as SummaryData } from '#stores/payment/summary.ts'
import { $site } from '#stores/site.ts'
import { BackToBooking } from './BackToBooking.tsx'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'
import { HoldCountdown } from './HoldCountdown.tsx'
import { type PaymentMethodContent, PaymentMethods } from './PaymentMethods.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { formatDates } from './your-booking/format-dates.ts'

export function SelectMethod({ methods, debug }: { methods: readonly PaymentMethodContent[]; debug: ReactNode }) {
  const summary = useStore($summary)
  const method = useStore($method)
  const name = methods.find(({ id }) => id === method)?.name ?? ''
  const amount = summary ? npr(summary.total) : ''
  const needsEmailConfirmed = useStore($booking)?.needsEmailConfirmed
  const transferLabel = needsEmailConfirmed ? 'Confirm your email' : 'Show the bank details'
  const label = method === 'bank_transfer' ? transferLabel : `Pay ${amount} ${METHOD_PHRASES[method] ?? `with ${name}`}`

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void startPayment()
  }

  return (
    <>
      <BackToBooking />
      <h1 className="display-2 mt-1" tabIndex={-1}>
        Complete Your Payment
      </h1>
      <HoldCountdown />
      <ShortSummary />
      <div className={COLUMNS}>
        <div className={MAIN_COLUMN}>
          <form id="payment" onSubmit={submit}>
            <PaymentMethods methods={methods} />
            <NextStepNote name={name} summary={summary} />
            <PaymentTerms />
            <button type="submit" className="button button-wide payment-go max-md:hidden">
              {label}
            </button>
          </form>
          {debug}
        </div>
        <PaymentSummary />
        {summary && (
          <TotalBar className="mt-10">
            <button type="submit" form="payment" className="button">
              {label}
            </button>
          </TotalBar>
        )}
      </div>
    </>
  )
}

/** On small screens, where the whole summary is below the methods. */
function ShortSummary() {
  const booking = useStore($booking)
  const summary = useStore($summary)
  if (!booking || !summary) return null
  const { change, locationName, planName, seats } = booking
  const booked = `${locationName}, ${planName}${seats > 1 ? `, ${seats} seats` : ''}`
  return (
    <p className="mt-3 flex items-baseline justify-between gap-4 border-line-2 border-y py-2.5 text-small md:hidden">
      <span>
        {change ? summary.lines.map(({ label }) => label).join(', ') : booked}
        <span className="block">{formatDates(booking)}</span>
      </span>
      <b className="num whitespace-nowrap">{npr(summary.total)}</b>
    </p>
  )
}

/** Not for a change of a booking that is paid. */
function PaymentTerms() {
  const { actions, change, now } = useStore($booking) ?? {}
  if (!actions?.cancel || change || !now) return null
  return (
    <p className="mb-4 text-pretty text-small">
      {formatBookingTerms(Date.parse(actions.cancel.freeUntil), Date.parse(now))}
    </p>
  )
}

const METHOD_PHRASES: Partial<Record<string, string>> = { stripe: 'by card', qr_payment: 'by QR code' }

/** Describes the next step, or that the method is not available. */
function NextStepNote({ name, summary }: { name: string; summary: SummaryData | null }) {
  const method = useStore($method)
  const site = useStore($site)
  const siteMethod = site?.methods.find(({ id }) => id === method)
  const booking = useStore($booking)
  const available = booking?.methods.find(({ id }) => id === method)?.available ?? true
  const methodTexts: Partial<Record<string, string>> = {
    bank_transfer: `${
      booking?.needsEmailConfirmed
        ? `A transfer takes days, so we first check that our emails reach you. Open the link that we send to ${booking.contact.email}, then you`
        : 'You'
    } will see our account and a reference. ${yourSeats(booking?.seats ?? 1, 'is')} held while we wait for your transfer.`,
    qr_payment: 'You will see a QR code for your banking app, and send us the receipt.',
    stripe: `With the card fee of ${npr(summary?.fee ?? ZERO)} you pay ${npr(summary?.total ?? ZERO)}. You enter your card details on the next screen.`,
  }
  const text = siteMethod?.simulated
    ? `${name} is simulated here: nothing is sent to it, and you choose on the next screen how the payment ends.`
    : (siteMethod?.note ?? methodTexts[method] ?? `You will go to ${name} to pay and come back here.`)
  return (
    <div className="mt-5 mb-4" role="status">
      {available ? (
        <Note icon={Lock}>{text}</Note>
      ) : (
        <Note className="note-warm">{name} is not available. Choose another payment method.</Note>
      )}
    </div>
  )
}
