import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { formatLongDate } from '#domain/calendar.ts'
import { TOUR_MINUTES } from '#domain/tour.ts'
import { LinkButton, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { OwnTourLinks } from '#islands/ui/OwnTourLinks.tsx'
import { PANEL } from '#islands/ui/panel.ts'
import { TourCalendar } from '#islands/ui/TourCalendar.tsx'
import { startAnotherTour } from '#stores/booking/tour.ts'
import { environment } from '#stores/environment.ts'
import { $ownTours, areToursSaved, getTourPath, type OwnTour } from '#stores/own-tours.ts'
import type { Offering } from './offering.ts'

export function TourBooked({ tour, locations }: { tour: OwnTour } & Pick<Offering, 'locations'>) {
  const location = locations.find(({ id }) => id === tour.locationId)
  const others = useStore($ownTours).filter(({ tourId }) => tourId !== tour.tourId)
  return (
    <>
      <p className="soft mt-2 mb-7">{describeLink(tour)}</p>
      <section className={`${PANEL} border-t-pipal-fill`}>
        <span className="tag tag-ok">
          <Check className="icon" />
          Tour booked
        </span>
        <p className="stretch-head mt-3 mb-5 font-display text-2 leading-95">
          {formatLongDate(tour.date)} <span className="block">{tour.time}</span>
        </p>
        <Facts
          className="key-values grid-cols-auto-1fr"
          factClass="whitespace-normal wrap-anywhere text-left"
          facts={{
            Location: location?.name,
            Address: location && (
              <>
                {location.fullAddress}. <a href={`/locations/${location.id}#way`}>How to get there</a>
              </>
            ),
            Length: `${TOUR_MINUTES} minutes`,
            Reference: tour.tourId,
          }}
        />
        <Keep tour={tour} />
      </section>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
        <a className="link" href={getTourPath(tour)}>
          Move or cancel the tour
        </a>
        <LinkButton onClick={startAnotherTour}>Book another tour</LinkButton>
      </p>
      <OwnTourLinks tours={others} />
    </>
  )
}

function describeLink({ email }: OwnTour): string {
  if (email) return `We have sent the confirmation to ${email}.`
  return areToursSaved()
    ? 'We will call you if something changes. This browser remembers your tour. To move or cancel it on another device, copy its link.'
    : 'We will call you if something changes. Your browser does not remember your tour: copy its link to move or cancel it.'
}

/** The link, and the tour in the visitor's calendar. */
function Keep({ tour }: { tour: OwnTour }) {
  const [isCopied, setCopied] = useState<boolean>()
  const link = new URL(getTourPath(tour), environment().address()).href
  return (
    <>
      <p className="button-row mt-7">
        <TourCalendar key={`${tour.date} ${tour.time}`} className="button" tourId={tour.tourId} secret={tour.secret} />
        <SecondaryButton onClick={async () => setCopied(await environment().copy(link))}>Copy link</SecondaryButton>
      </p>
      <p className="hint mt-3" role="status">
        {isCopied === true && 'Link copied. It opens your tour, so do not share it.'}
        {isCopied === false && (
          <>
            Select the link and copy it: <span className="wrap-anywhere select-all">{link}</span>
          </>
        )}
      </p>
    </>
  )
}
