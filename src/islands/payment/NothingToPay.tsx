import type { ReactNode } from 'react'
import { COLUMNS } from './columns.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { PageMessage } from './StatusPanel.tsx'

/** The page as built shows `whileOpening` instead if the browser has a booking (`OpeningScript.astro`) or no scripts. */
export const NothingToPay = ({ whileOpening }: { whileOpening?: ReactNode }) => (
  <>
    {whileOpening && <div className="in-data-opening:block noscript:block hidden">{whileOpening}</div>}
    <div className={`${COLUMNS} ${whileOpening ? 'in-data-opening:hidden noscript:hidden' : ''}`}>
      <PageMessage heading="There is nothing to pay yet">
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
    </div>
  </>
)

/** The return URL of eSewa, opened where the booking is not stored. */
export const BookingNotHere = () => (
  <div className={COLUMNS}>
    <PageMessage heading="We could not find that payment">
      <p className="lead">
        You started this booking in another browser. Go back to that browser, or let us email you the link of your
        booking: it shows whether your payment has arrived. If money has left your account, do not pay again.
      </p>
      <PaymentActions>
        <a className="button" href="/your-booking">
          Find my booking
        </a>
        <a className="button button-quiet" href="/contact">
          Contact us
        </a>
      </PaymentActions>
    </PageMessage>
  </div>
)
