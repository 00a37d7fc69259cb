import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type DaySeats, seatsLeft } from '#domain/availability.ts'
import { addDays, formatDate, formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { canJoinWaitingList, countSeatsTaken } from '#domain/team.ts'
import { formatFailure } from '#stores/api.ts'
import { $offerEnd } from '#stores/booking/held-seat.ts'
import { $offers, acceptOffer, type Offer } from '#stores/booking/offers.ts'
import { $seats } from '#stores/booking/seats.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { formatDays, formatFull } from './labels.ts'
import { getChosenLocation, type Wizard } from './wizard.ts'

export const SOLD_OUT_ID = 'sold-out'

const WAIT_FOR_ONE = 'One person with a day pass can join the waiting list of a full day.'

/** Lists the full days, the reason and the nearest free options. The visitor's choice does not change. */
export function SoldOut({ wizard, isWaiting = false }: { wizard: Wizard; isWaiting?: boolean }) {
  const { fullDays, failure, coverage, renewal, draft } = wizard
  const location = getChosenLocation(wizard)
  const box = useRef<HTMLDivElement>(null)
  const isOfferExpired = useStore($offerEnd) === 'expired'
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  const needed = draft.planId ? countSeatsTaken({ ...draft, planId: draft.planId }) : 1
  const seatsByLocation = useStore($seats)
  const left = Math.max(...fullDays.map((date) => countSeatsLeft(location && seatsByLocation[location.id]?.get(date))))
  const hasNoSeat = needed === 1 || left === 0
  const isPartial = coverage && addDays(coverage.from, fullDays.length - 1) < coverage.to
  return (
    <section className="note note-bad mb-7" id={SOLD_OUT_ID} aria-labelledby="full-days" tabIndex={-1} ref={box}>
      <CircleAlert className="icon" />
      <div className="grow">
        <p role="alert">
          <b id="full-days">
            {fullDays.length > 0
              ? `${formatFull(needed, left)} on ${formatDays(fullDays)}`
              : failure && formatFailure(failure)}
          </b>
          {fullDays.length > 0 && location && (
            <span className="block">
              {isOfferExpired && 'The seat is no longer held for you. Nothing was charged. '}
              {hasNoSeat
                ? `All seats at ${location.name} are taken on ${fullDays.length === 1 ? 'this day' : 'these days'}.`
                : `Your booking needs ${needed} seats at ${location.name} on each day.`}
              {!hasNoSeat && fullDays.length === 1 && ` Only ${left} ${left === 1 ? 'is' : 'are'} left on this day.`}
              {isPartial && ' The rest of your dates are free.'}
              {hasNoSeat && !renewal && !WITHOUT_SERVER && !canJoinWaitingList(draft) && (
                <span className="block">{WAIT_FOR_ONE}</span>
              )}
              {renewal && ' Contact us, or make a new booking for other dates.'}
              {isWaiting && <b className="block">To join the waiting list, open the link in our email.</b>}
            </span>
          )}
        </p>
        <Offers wizard={wizard} />
      </div>
    </section>
  )
}

/** Only days that are known count as full. */
const countSeatsLeft = (day: DaySeats | undefined): number => (day ? seatsLeft(day) : 0)

function Offers({ wizard }: { wizard: Wizard }) {
  const offers = useStore($offers)
  if (offers.length === 0) return null
  return (
    <>
      <h3 className="mt-3 mb-2 font-strong" id="offers">
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
  const range = formatRange(from, to)
  const describe = () => {
    if (offer.planId !== draft.planId) return ['Book one day only', `Day pass on ${range}, ${locationName}`]
    const isOneDay = from === to
    if (offer.locationId === draft.locationId)
      return [`Start on ${formatDate(from)}`, isOneDay ? locationName : `To ${formatDate(to)}, ${locationName}`]
    if (offer.startDate === draft.startDate) return [`Same ${isOneDay ? 'day' : 'dates'} at ${locationName}`, range]
    return isOneDay ? [`Start on ${range}`, locationName] : [`${locationName} from ${formatDate(from)}`, range]
  }
  const [title, detail] = describe()
  return (
    <button
      type="button"
      className="grid h-full min-h-11 w-full grid-cols-1fr-auto content-center gap-x-3 rounded-2 border border-line-3 bg-paper-raised px-3.5 py-2.5 text-left hover:border-ink"
      onClick={() => {
        acceptOffer(offer)
        // The button is gone with the full days.
        document.querySelector<HTMLElement>('#booking h2')?.focus()
      }}
    >
      <b>{title}</b>
      <span className="soft small row-start-2">{detail}</span>
      <span className="num col-start-2 row-span-2 row-start-1 self-center font-strong">{npr(offer.total)}</span>
    </button>
  )
}
