import type { ReactNode } from 'react'
import { PaymentActions } from './PaymentActions.tsx'
import { PageMessage } from './StatusPanel.tsx'

interface Props {
  stairs: ReactNode
}

/** The page as built shows `whileOpening` instead if the browser has a booking (`OpeningScript.astro`) or no scripts. */
export const NothingToPay = ({ stairs, whileOpening }: Props & { whileOpening?: ReactNode }) => (
  <>
    {whileOpening && <div className="in-data-opening:block noscript:block hidden">{whileOpening}</div>}
    <PageMessage
      className={whileOpening ? 'in-data-opening:hidden noscript:hidden' : ''}
      heading="There is nothing to pay yet"
      stairs={stairs}
    >
      <p className="lead">Choose a location and your dates first. You pay at the end.</p>
      <PaymentActions>
        <a className="button" href="/booking">
          Book a workspace
        </a>
        <a className="button button-quiet" href="/your-booking">
          Find my booking
        </a>
      </PaymentActions>
    </PageMessage>
  </>
)

/** The return URL of eSewa, opened where the booking is not stored. */
export const BookingNotHere = ({ stairs, help }: Props & { help: ReactNode }) => (
  <PageMessage heading="We could not find that payment" stairs={stairs}>
    <p className="lead">
      If money has left your account, do not pay again. This browser has no booking for that payment. If you booked on
      another phone or browser, go back to it, or let us email you the link of your booking: it shows whether your
      payment has arrived.
    </p>
    <PaymentActions>
      <a className="button" href="/your-booking">
        Find my booking
      </a>
    </PaymentActions>
    {help}
  </PageMessage>
)
