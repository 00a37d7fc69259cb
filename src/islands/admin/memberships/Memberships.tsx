import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ENDING_DAYS, MEMBERSHIP_LABELS, type MembershipView } from '#domain/membership.ts'
import type { PlanId } from '#domain/plan.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import {
  $selectedMembership,
  $selectionFailure,
  isOwnChange,
  memberships,
  openMemberships,
  receiveMembership,
  selectMembership,
  syncMembershipsWithUrl,
} from '#stores/admin/memberships/memberships.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { $session } from '#stores/admin/session/session.ts'
import { environment } from '#stores/environment.ts'
import { AdminShell } from '../AdminShell.tsx'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters } from '../list/Filters.tsx'
import { ListBody } from '../list/ListBody.tsx'
import { LocationField } from '../list/LocationField.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { ViewSwitch } from '../list/ViewSwitch.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { ChangeResult } from './ChangeResult.tsx'
import { MembershipDrawer, UnavailableMembership } from './MembershipDrawer.tsx'
import { getRowButtonId, MembershipsTable } from './MembershipsTable.tsx'
import '../list/drawer.css'
import './memberships.css'

const SCREEN = { read: openMemberships, receiveMembership, isOwnEvent: isOwnChange } satisfies StaffScreen
const VIEWS: Readonly<Record<MembershipView | '', string>> = {
  '': 'All',
  active: MEMBERSHIP_LABELS.active,
  ending: 'Ending',
  pending: MEMBERSHIP_LABELS.pending,
  suspended: MEMBERSHIP_LABELS.suspended,
  expired: MEMBERSHIP_LABELS.expired,
  cancelled: MEMBERSHIP_LABELS.cancelled,
}

export default (props: ScreenProps) => (
  <AdminShell path="/admin/memberships" brand={props.brand}>
    <Memberships {...props} />
  </AdminShell>
)

/** Members: newest first, or by the end of what is up for renewal; a status is set in its row, the rest in the drawer. */
function Memberships({ locations, plans }: ScreenProps) {
  useStaffScreen(SCREEN)
  useEffect(() => environment().onAddressChange(syncMembershipsWithUrl), [])
  const list = useStore(memberships.$list, { ssr: 'initial' })
  const { about } = list
  const filter = useStore(memberships.$filter, { ssr: 'initial' })
  const opened = useStore($selectedMembership, { ssr: 'initial' })
  const unopened = useStore($selectionFailure, { ssr: 'initial' })
  const session = useStore($session, { ssr: 'initial' })
  // The front desk has read access.
  const mayChange = session.state === 'open' && hasRoleAtLeast(session.who.role, 'manager')
  const chosen = [filter.location, filter.plan, filter.status].filter(Boolean).length
  const close = () => {
    const row = opened
    selectMembership(undefined)
    if (row) document.getElementById(getRowButtonId(row))?.focus()
  }

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Memberships</h1>
        <div className="mute num members-about">
          <span>{about && `${about.active} active, ${about.ending} ending within ${ENDING_DAYS} days`}</span>
          {HAS_SERVER_FEATURES && mayChange && <ExportLink className="link" href={staffLedger.membershipsExportUrl} />}
        </div>
      </div>
      <Filters
        count={chosen}
        search={
          <SearchField
            id="members-q"
            label="Search memberships"
            placeholder="Name, email, phone, booking"
            value={filter.q}
            onChange={(q) => memberships.look({ q }, true)}
          />
        }
      >
        <LocationField
          id="members-location"
          locations={locations}
          value={filter.location}
          onChange={(location) => memberships.look({ location })}
        />
        <SelectField
          id="members-plan"
          label="Plan"
          all="All plans"
          options={Object.fromEntries(Object.entries(plans).filter(([id]) => id !== 'explorer'))}
          value={filter.plan}
          onChange={(plan) => memberships.look({ plan: plan as PlanId | '' })}
        />
        <ViewSwitch
          name="members-view"
          label="Status"
          views={VIEWS}
          value={filter.status}
          onChange={(status) => memberships.look({ status: status as MembershipView | '' })}
        />
      </Filters>
      <div className={opened || unopened ? 'members-open' : undefined}>
        <div className="members-list">
          {!opened && <ChangeResult />}
          <ListBody
            {...memberships}
            list={list}
            names={['membership', 'memberships']}
            none={{
              title: 'No memberships found.',
              instead: 'Try other words or another view',
              first: 'A booking of any plan but the day pass becomes one when it is paid.',
            }}
            isNarrowed={chosen > 0 || filter.q.trim() !== ''}
          >
            {(rows, isReading) => (
              <MembershipsTable
                rows={rows}
                busy={isReading}
                mayChange={mayChange}
                opened={opened?.membershipId}
                byEnd={filter.status === 'ending'}
              />
            )}
          </ListBody>
        </div>
        {opened && <MembershipDrawer key={opened.membershipId} row={opened} mayChange={mayChange} close={close} />}
        {unopened && <UnavailableMembership failure={unopened} close={close} />}
      </div>
    </>
  )
}
