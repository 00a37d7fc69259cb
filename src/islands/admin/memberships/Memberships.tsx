import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { MEMBERSHIP_LABELS, type MembershipView } from '#domain/membership.ts'
import { isDayPass } from '#domain/plan.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { memberships } from '#stores/admin/memberships/list.ts'
import {
  $selectedMembership,
  isOwnChange,
  openMemberships,
  receiveMembership,
  selectMembership,
  syncMembershipsWithUrl,
} from '#stores/admin/memberships/memberships.ts'
import { environment } from '#stores/environment.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { LocationFilter, SelectFilter, ViewSwitch } from '../list/fields.tsx'
import { formatRowCount } from '../list/format-row-count.ts'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { useRole } from '../useRole.ts'
import { MembershipDrawer, MembershipErrorDrawer } from './MembershipDrawer.tsx'
import { formatMembershipCounts, getRowButtonId, MembershipsTable } from './MembershipsTable.tsx'

const VIEWS: Readonly<Record<MembershipView | '', string>> = {
  '': 'All',
  active: MEMBERSHIP_LABELS.active,
  ending: 'Ending',
  pending: MEMBERSHIP_LABELS.pending,
  suspended: MEMBERSHIP_LABELS.suspended,
  expired: MEMBERSHIP_LABELS.expired,
  cancelled: MEMBERSHIP_LABELS.cancelled,
}

const ROW_NAMES = ['membership', 'memberships'] as const

export default createStaffScreen(
  '/admin/memberships',
  { read: openMemberships, receiveMembership, isOwnEvent: isOwnChange },
  Memberships,
)

function Memberships({ locations, plans }: ScreenProps) {
  useEffect(() => environment().onAddressChange(syncMembershipsWithUrl), [])
  const { rows, next, summary } = useStore(memberships.$list, { ssr: 'initial' })
  const { filter, field, search, count } = useListFilter(memberships, 'members')
  const selected = useStore($selectedMembership, { ssr: 'initial' })
  const membership = selected.state === 'open' ? selected.detail : undefined
  const failure = selected.state === 'failed' ? selected.failure : undefined
  const isDrawerOpen = membership !== undefined || failure !== undefined
  // The front desk has read access.
  const mayChange = hasRoleAtLeast(useRole(), 'manager')
  const close = () => {
    const row = membership
    selectMembership(undefined)
    if (row) document.getElementById(getRowButtonId(row))?.focus()
  }

  return (
    <ListScreen
      list={memberships}
      title="Memberships"
      heading={
        <>
          <p className="mute min-h-lh tabular-nums max-sm:order-1 max-sm:basis-full sm:ml-auto">
            {rows &&
              summary &&
              (memberships.isFiltered()
                ? formatRowCount(rows.length, next !== null, summary.total, ROW_NAMES)
                : formatMembershipCounts(summary))}
          </p>
          {HAS_SERVER_FEATURES && mayChange && (
            <ExportLink className="button button-quiet button-small" href={staffLedger.membershipsExportUrl} />
          )}
        </>
      }
      filters={
        <Filters count={count} search={search('Search memberships', 'Name, email, phone, booking')}>
          <LocationFilter {...field('location')} locations={locations} />
          <SelectFilter
            {...field('plan')}
            label="Plan"
            all="All plans"
            options={Object.fromEntries(Object.entries(plans).filter(([id]) => !isDayPass(id)))}
          />
          <ViewSwitch {...field('status')} id="members-view" label="Status" views={VIEWS} />
        </Filters>
      }
      rowNames={ROW_NAMES}
      empty={{
        title: 'No memberships found.',
        filtered: 'Try other search terms or another view',
        initial: 'A booking becomes a membership when it is paid, except for day passes.',
      }}
      renderRows={(rows, isLoading) => (
        <MembershipsTable
          rows={rows}
          busy={isLoading}
          selectedId={membership?.membershipId}
          isDrawerOpen={isDrawerOpen}
          sortedByEnd={filter.status === 'ending'}
        />
      )}
    >
      {(body) => (
        <div className={isDrawerOpen ? '1280:grid 1280:grid-cols-drawer 1280:gap-7' : undefined}>
          <div className="min-w-0">{body}</div>
          {membership && (
            <MembershipDrawer key={membership.membershipId} row={membership} mayChange={mayChange} close={close} />
          )}
          {failure && <MembershipErrorDrawer failure={failure} close={close} />}
        </div>
      )}
    </ListScreen>
  )
}
