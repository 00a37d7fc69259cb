import { useStore } from '@nanostores/react'
import { formatLongDate } from '#domain/calendar.ts'
import { TOUR_RETENTION_DAYS } from '#domain/tour.ts'
import { $tours, filterTours, openTours, readTours } from '#stores/admin/desk/tours.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Options } from '../form/fields.tsx'
import { HiddenLabelField, ViewSwitch } from '../list/fields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { TourProblem, ToursTable } from './ToursTable.tsx'

export default createStaffScreen('/admin/tours', { read: openTours, receiveTour: () => void readTours() }, Tours)

function Tours({ locations }: Pick<ScreenProps, 'locations'>) {
  const { location, view, tours, failure } = useStore($tours, { ssr: 'initial' })
  const assigned = useAssignedLocations(locations)
  return (
    <>
      <ScreenHead title="Tours" />
      <form
        className="flex inputs:min-h-11 flex-wrap gap-2.5 pt-4.5 pb-3 inputs:text-small max-sm:fields:grow max-sm:fields:basis-full"
        method="dialog"
      >
        <HiddenLabelField id="tours-location" label="Location">
          <select
            id="tours-location"
            value={location}
            onChange={({ target }) => filterTours({ location: target.value })}
          >
            <option value="">All locations</option>
            <Options labels={assigned} />
          </select>
        </HiddenLabelField>
        <ViewSwitch
          id="tours-view"
          label="Days"
          views={{ '': 'From today', past: 'Past' }}
          value={view}
          onChange={(value) => filterTours({ view: value === 'past' ? 'past' : '' })}
        />
      </form>
      <LoadState data={tours} failure={failure} retry={readTours} />
      <TourProblem />
      {tours?.length === 0 && (
        <EmptyState title="No tours found.">
          {view === 'past'
            ? `Tours are deleted ${TOUR_RETENTION_DAYS} days after their day.`
            : 'Tours that visitors book appear here automatically.'}
        </EmptyState>
      )}
      {[...Map.groupBy(tours ?? [], ({ date }) => date)].map(([date, toursOfDay]) => (
        <section key={date} aria-labelledby={`tours-${date}`}>
          <h2 className="heading-4 py-3" id={`tours-${date}`}>
            {formatLongDate(date)}
          </h2>
          <ToursTable tours={toursOfDay} showsLocation={location === ''} reload={readTours} />
        </section>
      ))}
    </>
  )
}
