import { WAITING_RETENTION_DAYS } from '#domain/waiting-list.ts'
import { waitingList } from '#stores/admin/waiting.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { LocationFilter } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { WaitingTable } from './WaitingTable.tsx'

export default createStaffScreen('/admin/waiting', { read: waitingList.open }, Waiting)

function Waiting({ locations, plans }: ScreenProps) {
  const { field, count } = useListFilter(waitingList, 'waiting')
  return (
    <ListScreen
      list={waitingList}
      title="Waiting list"
      filters={
        <Filters count={count}>
          <LocationFilter {...field('location')} locations={locations} />
        </Filters>
      }
      rowNames={['entry', 'entries']}
      empty={{
        title: 'No one is waiting.',
        filtered: 'Choose another location',
        initial: 'Visitors who join a waiting list appear here after they have confirmed their email address.',
      }}
      renderRows={(rows, isLoading) => (
        <WaitingTable rows={rows} isLoading={isLoading} locations={locations} plans={plans} />
      )}
    >
      {(body) => (
        <>
          {body}
          <p className="small mute max-w-measure pt-2 pb-4">
            We email everyone on the list once, in this order, when the location or plan can be booked. Entries are
            deleted {WAITING_RETENTION_DAYS} days later.
          </p>
        </>
      )}
    </ListScreen>
  )
}
