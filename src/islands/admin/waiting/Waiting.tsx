import { LATE_OFFER_HOURS, OFFER_HOURS } from '#domain/seat-offer.ts'
import { WAITING_RETENTION_DAYS } from '#domain/waiting-list.ts'
import { waitingList } from '#stores/admin/waiting.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { DateFilter, LocationFilter } from '../list/fields.tsx'
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
          <LocationFilter {...field('location')} widthClass="sm:basis-55" locations={locations} />
          <DateFilter {...field('day')} label="Day" />
        </Filters>
      }
      rowNames={['entry', 'entries']}
      empty={{
        title: 'No one is waiting.',
        filtered: 'Choose another location or day',
        initial: 'Visitors who join a waiting list appear here after they have confirmed their email address.',
      }}
      renderRows={(rows, isLoading) => (
        <WaitingTable rows={rows} isLoading={isLoading} locations={locations} plans={plans} />
      )}
    >
      {(body) => (
        <>
          <p className="soft">We email people automatically when a seat becomes free.</p>
          <details className="mb-4">
            <summary className="min-h-11 py-2.5 font-med text-ink-2">How the waiting list works</summary>
            <p className="small mute max-w-measure pb-4">
              When a seat on a full day becomes free, we email the first in line and hold the seat for {OFFER_HOURS}{' '}
              hours, or for {LATE_OFFER_HOURS} hours from the day before. When a location or plan can be booked, we
              email everyone once, in this order. Entries are deleted {WAITING_RETENTION_DAYS} days after the day or the
              email.
            </p>
          </details>
          {body}
        </>
      )}
    </ListScreen>
  )
}
