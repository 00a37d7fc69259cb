import { useStore } from '@nanostores/react'
import { $capacity, chooseLocation, loadCapacity, openCapacity, receiveCapacity } from '#stores/admin/seats/capacity.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Options } from '../form/fields.tsx'
import { HiddenLabelField } from '../list/fields.tsx'
import { LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { BlockedSeats } from './BlockedSeats.tsx'
import { SeatChanges } from './SeatChanges.tsx'

export default createStaffScreen(
  '/admin/seats',
  {
    read: openCapacity,
    receiveCapacity,
    // A booking that leaves a day frees seats for blocks.
    receiveBooking: ({ locationId }) => void receiveCapacity(locationId),
  },
  Seats,
)

function Seats({ locations }: Pick<ScreenProps, 'locations'>) {
  const { locationId, capacity, failure } = useStore($capacity, { ssr: 'initial' })
  const assigned = useAssignedLocations(locations)
  return (
    <>
      <ScreenHead title="Seats">
        <p className="mute">The seats of a location, and those that are out of use for some days.</p>
      </ScreenHead>
      <form className="flex inputs:min-h-11 pt-4.5 pb-6 inputs:text-small max-sm:fields:grow" method="dialog">
        <HiddenLabelField id="seats-location" label="Location">
          <select
            id="seats-location"
            disabled={!locationId}
            value={locationId ?? ''}
            onChange={({ target }) => chooseLocation(target.value)}
          >
            <Options labels={assigned} />
          </select>
        </HiddenLabelField>
      </form>
      <LoadState data={capacity} failure={failure} retry={loadCapacity} />
      {capacity && (
        <div key={capacity.locationId} className="grid gap-6 pb-6">
          <SeatChanges capacity={capacity} />
          <BlockedSeats capacity={capacity} />
        </div>
      )}
    </>
  )
}
