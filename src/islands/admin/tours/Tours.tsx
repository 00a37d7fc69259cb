import { useStore } from '@nanostores/react'
import { kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { TOUR_RETENTION_DAYS } from '#domain/tour.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { $tours, filterTours, openTours, readTours } from '#stores/admin/desk/tours.ts'
import { now } from '#stores/clock.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Options } from '../form/fields.tsx'
import { DateFilter, HiddenLabelField, ViewSwitch } from '../list/fields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { TourProblem, ToursTable } from './ToursTable.tsx'

const RETENTION = `Tours are deleted ${TOUR_RETENTION_DAYS} days after their day.`

export default createStaffScreen('/admin/tours', { read: openTours, receiveTour: () => void readTours() }, Tours)

function Tours({ locations }: Pick<ScreenProps, 'locations'>) {
  const { location, view, date, openedId, isMissing, tours, failure } = useStore($tours, { ssr: 'initial' })
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
          value={date ? 'day' : view}
          onChange={(value) => filterTours({ view: value === 'past' ? 'past' : '', date: undefined })}
        />
        <DateFilter
          id="tours-date"
          label="Day"
          value={date ?? ''}
          onChange={(value) => filterTours({ view: '', date: parseIsoDate(value) })}
        />
      </form>
      <LoadState data={tours} failure={failure} retry={readTours} />
      {isMissing && <p role="status">Tour not found, or it belongs to another location. {RETENTION}</p>}
      <TourProblem />
      {tours?.length === 0 && (
        <EmptyState title="No tours found.">
          {view === 'past' || (date && date < kathmanduDate(now()))
            ? RETENTION
            : 'Tours that visitors book appear here automatically.'}{' '}
          {(date || location) && (
            <LinkButton onClick={() => filterTours({ view: '', date: undefined, location: '' })}>
              Show all tours from today
            </LinkButton>
          )}
        </EmptyState>
      )}
      {tours && tours.length > 0 && <ToursTable tours={tours} isList openedId={openedId} reload={readTours} />}
    </>
  )
}
