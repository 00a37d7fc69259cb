import { useStore } from '@nanostores/react'
import type { listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Output } from '#contract/endpoint.ts'
import { formatDate, formatRange } from '#domain/calendar.ts'
import { ENDING_DAYS, lastDayOf, MEMBERSHIP_LABELS } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { coverage } from '#domain/period.ts'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { getDaysLeft, selectMembership } from '#stores/admin/memberships/memberships.ts'
import { $today } from '#stores/today.ts'
import { type Column, ListTable } from '../list/ListTable.tsx'
import { RowButton } from '../RowButton.tsx'
import { TAG_CLASSES } from '../StateTag.tsx'

interface Props {
  rows: readonly MembershipRow[]
  busy: boolean
  /** Id of the membership in the drawer. */
  selectedId: string | undefined
  isDrawerOpen: boolean
  sortedByEnd: boolean
}

type Counts = Pick<Output<typeof listMemberships>, 'active' | 'starting' | 'ending'>

/** `3 active, 2 starting later, 1 ending within 14 days`. */
export const formatMembershipCounts = ({ active, starting, ending }: Counts): string =>
  [
    `${active - starting} active`,
    ...(starting > 0 ? [`${starting} starting later`] : []),
    `${ending} ending within ${ENDING_DAYS} days`,
  ].join(', ')

export const getRowButtonId = ({ membershipId }: MembershipRow): string => `member-${membershipId}`

export function MembershipsTable({ rows, busy, ...options }: Props) {
  const { selectedId, sortedByEnd } = options
  // The days left depend on today's date.
  useStore($today)
  return (
    <ListTable
      caption={sortedByEnd ? 'Memberships by last day' : 'Memberships, newest first'}
      columns={getColumns(options)}
      rows={rows}
      busy={busy}
      idOf={({ membershipId }) => membershipId}
      rowProps={({ membershipId }) => ({
        className: `max-sm:grid-rows-auto-auto-1fr ${membershipId === selectedId ? 'bg-paper-sunk shadow-row-open' : ''}`,
      })}
    />
  )
}

const getColumns = ({
  selectedId,
  isDrawerOpen,
  sortedByEnd,
}: Omit<Props, 'rows' | 'busy'>): Column<MembershipRow>[] => [
  {
    header: 'Member',
    className: 'cell-name',
    isRowHeader: true,
    cell: (row) => (
      <>
        <RowButton
          id={getRowButtonId(row)}
          aria-expanded={row.membershipId === selectedId}
          onClick={() => selectMembership(row)}
        >
          {row.customerName}
        </RowButton>
        <RowNote row={row} />
      </>
    ),
  },
  {
    header: 'Location and plan',
    className: 'cell-plan sm:whitespace-nowrap',
    cell: ({ locationName, planName, seats }) => (
      <>
        {locationName}
        <span className="sm:sr-only">, </span>
        <small className="max-sm:text-compact sm:block sm:text-ink-3 sm:text-label">
          {planName}
          {seats > 1 && `, ${seats} seats`}
        </small>
      </>
    ),
  },
  // The drawer shows it too.
  {
    header: 'Start',
    headerProps: { className: isDrawerOpen ? 'cell-more 1280:hidden' : 'cell-more' },
    className: `cell-more whitespace-nowrap ${isDrawerOpen ? '1280:hidden' : ''}`,
    cell: ({ startDate, bookings }) => (
      <>
        {formatDate(startDate)}
        {bookings.length > 1 && <small className="block text-ink-3 text-label">{bookings.length} bookings</small>}
      </>
    ),
  },
  {
    header: 'Last day',
    headerProps: { 'aria-sort': sortedByEnd ? 'ascending' : undefined },
    className: 'whitespace-nowrap max-sm:col-start-1 max-sm:row-start-3 max-sm:text-ink-3',
    cell: ({ startDate, endDate }) => (
      <>
        <span className="sm:hidden">{formatRange(startDate, lastDayOf(endDate))}</span>
        <span className="max-sm:hidden">{formatDate(lastDayOf(endDate))}</span>
      </>
    ),
  },
  {
    header: 'Amount',
    headerProps: { className: 'right' },
    className: 'cell-amount',
    cell: (row) => <MembershipAmount row={row} />,
  },
  {
    header: 'Status',
    headerProps: { className: 'sm:w-1/100 sm:pl-4' },
    className:
      'cell-status max-sm:row-span-2 max-sm:row-start-2 max-sm:self-end sm:w-1/100 sm:whitespace-nowrap sm:pl-4',
    cell: (row) => <MembershipTag row={row} />,
  },
]

/** The end and the renewal price of an ending membership, else its notes. */
function RowNote({ row }: { row: MembershipRow }) {
  const days = row.startDate > useStore($today) ? undefined : getDaysLeft(row)
  if (days !== undefined)
    return (
      <small className="block font-text text-label text-marigold-ink">
        {formatDaysLeft(days)}
        {row.autoRenew && ', renewal requested'}
        {row.renewalAmount !== null && `; renewal costs ${npr(row.renewalAmount)}`}
      </small>
    )
  return row.notes ? (
    <small className="wrap-anywhere line-clamp-1 max-w-23em font-text text-ink-3 text-label">{row.notes}</small>
  ) : null
}

function formatDaysLeft(days: number): string {
  if (days < 0) return 'Ended yesterday'
  return days === 0 ? 'Ends today' : `Ends in ${days} ${days === 1 ? 'day' : 'days'}`
}

/** `NPR 9,500 / month`: what the booking that started it cost, and for how long. */
export function MembershipAmount({ row: { amount, billingCycle, bookings } }: { row: MembershipRow }) {
  const [first] = bookings
  const count = first ? coverage(first.startDate, first.endDate, billingCycle).count : 1
  const unit = PERIOD_UNITS[billingCycle]
  return (
    <>
      {npr(amount)}{' '}
      <small className="font-stretch-normal font-text text-ink-3 text-label">
        / {count > 1 ? `${count} ${unit}s` : unit}
      </small>
    </>
  )
}

export function MembershipTag({ row: { status, startDate } }: { row: MembershipRow }) {
  const today = useStore($today)
  return status === 'active' && startDate > today ? (
    <span className="tag tag-line">Starts {formatDate(startDate, startDate.slice(0, 4) !== today.slice(0, 4))}</span>
  ) : (
    <span className={TAG_CLASSES[status]}>{MEMBERSHIP_LABELS[status]}</span>
  )
}
