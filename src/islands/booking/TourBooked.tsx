import { useStore } from '@nanostores/react'
import type { BookedTour } from '#contract/tours.ts'
import { formatLongDate } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { TourCalendar } from '#islands/ui/TourCalendar.tsx'
import { $tourRequest, startAnotherTour } from '#stores/booking/tour.ts'
import type { Offering } from './offering.ts'

export function TourBooked({ tour, locations }: { tour: BookedTour } & Pick<Offering, 'locations'>) {
  const { email } = useStore($tourRequest)
  const location = locations.find(({ id }) => id === tour.locationId)
  return (
    <>
      <p className="soft mt-2 mb-7">
        {email
          ? `We have sent the confirmation to ${email}.`
          : 'We will call you if something changes. Save the link below to move or cancel your tour.'}
      </p>
      <Facts
        className="key-values grid-cols-auto-1fr"
        facts={{
          Tour: tour.tourId,
          Location: location && `${location.name}, ${location.address}`,
          Day: formatLongDate(tour.date),
          Time: tour.time,
        }}
      />
      <p className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <TourCalendar tourId={tour.tourId} secret={tour.secret} />
        <a className="link" href={`/your-booking#${tour.tourId}.${tour.secret}`}>
          Move or cancel the tour
        </a>
        <LinkButton onClick={startAnotherTour}>Book another tour</LinkButton>
      </p>
    </>
  )
}
