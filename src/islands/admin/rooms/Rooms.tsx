import { useStore } from '@nanostores/react'
import { Printer } from 'lucide-react'
import { useRef } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { roomDay } from '#stores/admin/desk/rooms.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LocationDayFields } from '../LocationDayFields.tsx'
import { LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { DayOfRooms } from './DayOfRooms.tsx'
import type { GridPosition } from './lay-out-rooms.ts'

export default createStaffScreen(
  '/admin/rooms',
  {
    read: roomDay.open,
    receiveRooms: (locationId) => void (locationId === roomDay.$day.get().location && roomDay.read()),
    receiveClosures: () => void roomDay.read(),
  },
  Rooms,
)

function Rooms({ locations }: Pick<ScreenProps, 'locations'>) {
  const { location, date, data: day, failure } = useStore(roomDay.$day, { ssr: 'initial' })
  const changed = useRef<GridPosition>(undefined)
  return (
    <>
      <div className="no-print">
        <ScreenHead title="Rooms">
          <QuietButton disabled={!day} onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
            Print the day
          </QuietButton>
        </ScreenHead>
      </div>
      <LocationDayFields id="rooms" locations={locations} location={location} date={date} screen={roomDay} />
      <LoadState data={day} failure={failure} retry={roomDay.read} />
      {day && <DayOfRooms day={day} changed={changed} />}
    </>
  )
}
