import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { addDays, formatDate, formatRange } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { formatFailure } from '#stores/api.ts'
import { $offers, acceptOffer, type Offer } from '#stores/booking/offers.ts'
import { formatDays } from './labels.ts'
import { getChosenLocation, type Wizard } from './wizard.ts'

/** The id of the note, which takes the focus when the visitor cannot go on because of it. */
export const SOLD_OUT_ID = 'sold-out'

/** The chosen days cannot be had: which, and why. What the visitor chose stays chosen. */
export function SoldOut({ wizard }: { wizard: Wizard }) {
  const { fullDays, failure, covered } = wizard
  const location = getChosenLocation(wizard)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  const some = covered && addDays(covered.from, fullDays.length - 1) < covered.to
  return (
    <div className="note note-bad sold-out" id={SOLD_OUT_ID} role="alert" tabIndex={-1} ref={box}>
      <CircleAlert className="icon" />
      <p>
        <b>{fullDays.length > 0 ? `No seat left on ${formatDays(fullDays)}` : failure && formatFailure(failure)}</b>
        {fullDays.length > 0 && location && (
          <span className="said-line">
            {location.name} has {location.capacity} seats and they are taken on those days.
            {some && ' The rest of your dates are free.'}
          </span>
        )}
      </p>
    </div>
  )
}

/** The nearest ways out, each taken by pressing it. */
export function Offers({ wizard }: { wizard: Wizard }) {
  const offers = useStore($offers)
  if (offers.length === 0) return null
  return (
    <section className="offers" aria-labelledby="offers">
      <h3 className="display-3" id="offers">
        Nearest that works
      </h3>
      <ul>
        {offers.map((offer) => (
          <li key={`${offer.locationId} ${offer.planId} ${offer.startDate}`}>
            <OfferButton offer={offer} wizard={wizard} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OfferButton({ offer, wizard: { offering, draft } }: { offer: Offer; wizard: Wizard }) {
  const place = offering.locations.find(({ id }) => id === offer.locationId)?.name ?? offer.locationId
  const { from, to } = offer.covered
  const range = formatRange(from, to)
  const words = () => {
    if (offer.planId !== draft.planId) return ['Try a day first', `Day pass on ${range}, ${place}`]
    if (offer.locationId === draft.locationId) return [`Start on ${formatDate(from)}`, `To ${formatDate(to)}, ${place}`]
    if (offer.startDate === draft.startDate) return [`Keep the dates at ${place}`, range]
    return [`${place} from ${formatDate(from)}`, range]
  }
  const [title, detail] = words()
  return (
    <button type="button" className="offer" onClick={() => acceptOffer(offer)}>
      <b>{title}</b>
      <span>{detail}</span>
      <span className="num">{npr(offer.total)}</span>
    </button>
  )
}
