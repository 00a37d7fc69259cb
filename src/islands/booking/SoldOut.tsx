import { useStore } from '@nanostores/react'
import { ArrowRight, CircleAlert, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatFailure } from '#contract/failure.ts'
import { type DaySeats, formatFull, seatsLeft } from '#domain/availability.ts'
import { addDays, formatDate, formatLongDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { canJoinWaitingList, countSeatsTaken } from '#domain/team.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { $offerEnd } from '#stores/booking/held-seat.ts'
import { $offers, acceptOffer, type Offer } from '#stores/booking/offers.ts'
import { $seats } from '#stores/booking/seats.ts'
import { $waitingRequest } from '#stores/booking/waiting-request.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { formatDays } from './labels.ts'
import { getChosenLocation, type Wizard } from './wizard.ts'

export const SOLD_OUT_ID = 'sold-out'

const WAIT_FOR_ONE = 'One person with a day pass can join the waiting list of a full day.'

/** Names the full days and the reason, and offers the nearest free ones. The visitor's choice does not change. */
export function SoldOut({ wizard }: { wizard: Wizard }) {
  const { failure, waitingRequest } = wizard
  const waitingEmail = waitingRequest?.email
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (failure || waitingEmail) box.current?.focus()
  }, [failure, waitingEmail])
  return (
    <section className="mb-7" id={SOLD_OUT_ID} aria-labelledby="full-days" tabIndex={-1} ref={box}>
      <div className={`note ${waitingEmail ? '' : 'note-warm'}`} role="alert">
        {waitingEmail ? <Mail className="icon" /> : <CircleAlert className="icon" />}
        {waitingEmail ? (
          <EmailSent
            email={waitingEmail}
            day={wizard.draft.startDate}
            onChange={() => {
              $waitingRequest.set(null)
              // The button is gone.
              box.current?.focus()
            }}
          />
        ) : (
          <Reason wizard={wizard} />
        )}
      </div>
      <Offers wizard={wizard} />
    </section>
  )
}

interface EmailSentProps {
  email: string
  day: IsoDate | ''
  onChange: () => void
}

const EmailSent = ({ email, day, onChange }: EmailSentProps) => (
  <p>
    <b id="full-days">Check your email</b>
    <span className="block">
      {day && `${formatDate(day)} is full. `}
      We sent a link to <b className="wrap-anywhere">{email}</b>: open it to join the waiting list of this day.
    </span>
    <LinkButton className="link -mb-2.5 min-h-11" onClick={onChange}>
      Use another email address
    </LinkButton>
  </p>
)

function Reason({ wizard }: { wizard: Wizard }) {
  const { fullDays, failure, coverage, renewal, draft } = wizard
  const location = getChosenLocation(wizard)
  const isOfferExpired = useStore($offerEnd) === 'expired'
  const { needed, left, text } = useFullDays(wizard)
  const [firstDay] = fullDays
  if (!firstDay || !location) return <b id="full-days">{failure && formatFailure(failure)}</b>
  const isOneDay = fullDays.length === 1
  const full = `${text} on ${isOneDay ? formatLongDate(firstDay) : formatDays(fullDays)}`
  const hasNoSeat = needed === 1 || left === 0
  const isPartial = coverage && addDays(coverage.from, fullDays.length - 1) < coverage.to
  return (
    <p>
      <b className="block text-balance" id="full-days">
        {isOfferExpired ? 'The seat is no longer held for you' : full}
      </b>
      <span className="block empty:hidden">
        {isOfferExpired && `Nothing was charged. ${full}. `}
        {!hasNoSeat && `Your booking needs ${needed} seats at ${location.name} on each day.`}
        {!hasNoSeat && isOneDay && ` Only ${left} ${left === 1 ? 'is' : 'are'} left on this day.`}
        {isPartial && ' The rest of your dates are free.'}
        {renewal && ' Contact us, or make a new booking for other dates.'}
      </span>
      {hasNoSeat && !renewal && !WITHOUT_SERVER && !canJoinWaitingList(draft) && (
        <span className="block">{WAIT_FOR_ONE}</span>
      )}
    </p>
  )
}

/** How many seats the booking needs, how many the full days have left at most, and both in words. */
function useFullDays(wizard: Wizard) {
  const { fullDays, draft } = wizard
  const location = getChosenLocation(wizard)
  const seatsByLocation = useStore($seats)
  const needed = draft.planId ? countSeatsTaken({ ...draft, planId: draft.planId }) : 1
  const left = Math.max(...fullDays.map((date) => countSeatsLeft(location && seatsByLocation[location.id]?.get(date))))
  return { needed, left, text: formatFull(needed, left) }
}

/** Only days that are known count as full. */
const countSeatsLeft = (day: DaySeats | undefined): number => (day ? seatsLeft(day) : 0)

function Offers({ wizard }: { wizard: Wizard }) {
  const offers = useStore($offers)
  if (offers.length === 0) return null
  return (
    <>
      <h3 className="mt-5 mb-2 font-strong" id="offers">
        Nearest available options
      </h3>
      <ul className="grid grid-cols-2 gap-2 max-sm:grid-cols-1" aria-labelledby="offers">
        {offers.map((offer) => (
          <li key={`${offer.locationId} ${offer.planId} ${offer.startDate}`}>
            <OfferButton offer={offer} wizard={wizard} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OfferButton({ offer, wizard: { offering, draft } }: { offer: Offer; wizard: Wizard }) {
  const locationName = offering.locations.find(({ id }) => id === offer.locationId)?.name ?? offer.locationId
  const { from, to } = offer.coverage
  const isOtherPlan = offer.planId !== draft.planId
  return (
    <button
      type="button"
      className="grid h-full min-h-11 w-full grid-cols-1fr-auto-auto content-center gap-x-3 rounded-2 border border-line-3 bg-paper-raised px-3.5 py-2.5 text-left hover:border-ink"
      onClick={() => {
        acceptOffer(offer)
        // The button is gone with the full days.
        document.querySelector<HTMLElement>('#booking h2')?.focus()
      }}
    >
      <b>{from === to ? formatLongDate(from) : formatRange(from, to)}</b>
      <span className="soft small row-start-2">
        {isOtherPlan && 'Day pass, '}
        {locationName}
      </span>
      <span className="num col-start-2 row-span-2 row-start-1 self-center font-strong">{npr(offer.total)}</span>
      <ArrowRight className="icon col-start-3 row-span-2 row-start-1 self-center text-brick" />
    </button>
  )
}
