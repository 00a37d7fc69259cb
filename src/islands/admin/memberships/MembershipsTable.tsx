import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { formatDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS, type MembershipState } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { $membershipChange, getDaysLeft, selectMembership, setStatus } from '#stores/admin/memberships/memberships.ts'
import { $today } from '#stores/today.ts'
import { Options } from '../form/fields.tsx'
import { type Column, ListTable, LocationAndPlanCell } from '../list/ListTable.tsx'

interface Props {
  rows: readonly MembershipRow[]
  busy: boolean
  mayChange: boolean
  /** Id of the membership in the drawer. */
  selectedId: string | undefined
  sortedByEnd: boolean
}

export const getRowButtonId = ({ membershipId }: MembershipRow): string => `member-${membershipId}`

export function MembershipsTable({ rows, busy, mayChange, selectedId, sortedByEnd }: Props) {
  // The days left depend on today's date.
  useStore($today)
  return (
    <ListTable
      className="list-rows members-table"
      caption={sortedByEnd ? 'Memberships by end date' : 'Memberships, newest first'}
      columns={getColumns(mayChange, selectedId, sortedByEnd)}
      rows={rows}
      busy={busy}
      idOf={({ membershipId }) => membershipId}
      rowProps={({ membershipId }) => ({ className: membershipId === selectedId ? 'row-open' : undefined })}
    />
  )
}

const getColumns = (
  mayChange: boolean,
  selectedId: string | undefined,
  sortedByEnd: boolean,
): Column<MembershipRow>[] => [
  {
    header: 'Member',
    className: 'cell-name',
    isRowHeader: true,
    cell: (row) => (
      <>
        <button
          type="button"
          id={getRowButtonId(row)}
          className="members-name"
          aria-expanded={row.membershipId === selectedId}
          onClick={() => selectMembership(row)}
        >
          {row.customerName}
        </button>
        <RowNote row={row} />
      </>
    ),
  },
  { header: 'Location and plan', className: 'cell-plan', cell: (row) => <LocationAndPlanCell {...row} /> },
  {
    header: 'Start',
    headerProps: { className: 'cell-more' },
    className: 'cell-more nowrap',
    cell: ({ startDate }) => formatDate(startDate),
  },
  {
    header: 'End',
    headerProps: { 'aria-sort': sortedByEnd ? 'ascending' : undefined },
    className: 'members-end nowrap',
    cell: ({ endDate }) => (
      <>
        <span className="members-to">to </span>
        {formatDate(endDate)}
      </>
    ),
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount',
    cell: ({ amount }) => npr(amount),
  },
  {
    header: 'Status',
    className: 'cell-status',
    cell: (row) => (mayChange ? <StatusField row={row} /> : <MembershipTag status={row.status} />),
  },
]

/** The end and the renewal price of an ending membership, else its notes. */
function RowNote({ row }: { row: MembershipRow }) {
  const days = getDaysLeft(row)
  const endText =
    days === undefined ? undefined : days === 0 ? 'Ends today' : `Ends in ${days} ${days === 1 ? 'day' : 'days'}`
  if (endText)
    return (
      <small className="members-ends">
        {endText}
        {row.autoRenew && ', renewal requested'}
        {row.renewalAmount !== null && `; renewal costs ${npr(row.renewalAmount)}`}
      </small>
    )
  return row.notes ? <small className="members-note">{row.notes}</small> : null
}

const FIELD_CLASSES: Readonly<Record<MembershipState, string>> = {
  active: 'members-status members-active',
  pending: 'members-status members-pending',
  suspended: 'members-status members-suspended',
  expired: 'members-status',
  cancelled: 'members-status',
}

function StatusField({ row }: { row: MembershipRow }) {
  const change = useStore($membershipChange)
  const requestedStatus =
    change.kind === 'saving' && change.membershipId === row.membershipId ? change.requested.status : undefined
  const status = requestedStatus ?? row.status
  return (
    <select
      className={FIELD_CLASSES[status]}
      aria-label={`Status of ${row.customerName}`}
      value={status}
      onKeyDown={openOnKey}
      onChange={(event) => void setStatus(row, event.target.value as MembershipState)}
    >
      <Options labels={MEMBERSHIP_LABELS} />
    </select>
  )
}

const NAVIGATION_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

/** Opens the list on arrows and letters: outside macOS they would change the closed list and save each status. */
function openOnKey(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget: list } = event
  const isLetter = key.length === 1 && key !== ' '
  if (event.ctrlKey || event.metaKey || event.altKey || !(isLetter || NAVIGATION_KEYS.includes(key))) return
  if (!CSS.supports('selector(:open)') || list.matches(':open')) return
  event.preventDefault()
  list.showPicker()
}

const STATUS_CLASSES: Readonly<Record<MembershipState, string>> = {
  active: 'tag tag-ok',
  pending: 'tag tag-wait',
  suspended: 'tag tag-no',
  expired: 'tag',
  cancelled: 'tag',
}

export const MembershipTag = ({ status }: { status: MembershipState }) => (
  <span className={STATUS_CLASSES[status]}>{MEMBERSHIP_LABELS[status]}</span>
)
