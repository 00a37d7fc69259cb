import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $changeCount,
  $closureEdit,
  loadClosureList,
  readClosureEdit,
  receiveClosures,
  refreshClosuresOnReturn,
} from '#stores/admin/closures/closures.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LoadState } from '../load-states.tsx'
import { PublishPages } from '../PublishPages.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { useUnsavedWarning } from '../useUnsavedWarning.ts'
import { AffectedBookings } from './AffectedBookings.tsx'
import { AffectedDialog } from './AffectedDialog.tsx'
import { AffectedRooms } from './AffectedRooms.tsx'
import { AffectedTours } from './AffectedTours.tsx'
import { ClosureBar } from './ClosureBar.tsx'
import { ClosureEntries } from './ClosureEntries.tsx'
import { PastClosures } from './PastClosures.tsx'

export default createStaffScreen(
  '/admin/closures',
  {
    read: readClosureEdit,
    receiveClosures,
    // What leaves the day is no longer listed.
    receiveBooking: loadClosureList,
    receiveTour: loadClosureList,
    receiveRooms: loadClosureList,
  },
  Closures,
)

function Closures({ locations }: Pick<ScreenProps, 'locations'>) {
  useEffect(refreshClosuresOnReturn, [])
  useUnsavedWarning(useStore($changeCount) > 0)
  const { list, failure, affected } = useStore($closureEdit, { ssr: 'initial' })
  return (
    <>
      <ScreenHead title="Closed days">
        <p className="mute">Days on which a location is closed, or open at other hours.</p>
      </ScreenHead>
      {!list && <LoadState data={list} failure={failure} retry={readClosureEdit} />}
      {list && (
        <>
          <ClosureEntries list={list} locations={locations} />
          <ClosureBar />
          <AffectedBookings list={list} locations={locations} />
          <AffectedRooms rooms={list.affectedRooms} locations={locations} />
          <AffectedTours tours={list.affectedTours} locations={locations} />
          <PastClosures closures={list.past} locations={locations} />
          <PublishPages what="closed days" />
          {affected && <AffectedDialog list={affected} locations={locations} />}
        </>
      )}
    </>
  )
}
