import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatLongDate } from '#domain/calendar.ts'
import { LinkButton, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { OwnTourLinks } from '#islands/ui/OwnTourLinks.tsx'
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
      <Facts
        className="key-values grid-cols-auto-1fr"
        facts={{
          Tour: tour.tourId,
          Location: location && `${location.name}, ${location.address}`,
          Day: formatLongDate(tour.date),
          Time: tour.time,
        }}
      />
      <Keep tour={tour} />
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
      <p className="mt-7 flex flex-wrap gap-3 max-sm:*:flex-auto">
        <SecondaryButton onClick={async () => setCopied(await environment().copy(link))}>Copy link</SecondaryButton>
        <TourCalendar key={`${tour.date} ${tour.time}`} tourId={tour.tourId} secret={tour.secret} />
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
