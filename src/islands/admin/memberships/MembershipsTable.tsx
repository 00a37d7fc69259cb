import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { formatDate, type IsoDate } from '#domain/calendar.ts'
import { MEMBERSHIP_LABELS, MEMBERSHIP_STATES, type MembershipState } from '#domain/membership.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { $membershipChange, daysLeft, selectMembership, setStatus } from '#stores/admin/memberships/memberships.ts'
import { $today } from '#stores/today.ts'

interface Props {
  rows: readonly MembershipRow[]
  busy: boolean
  mayChange: boolean
  /** Id of the membership in the drawer. */
  opened: string | undefined
  byEnd: boolean
}

/** The button of a row that opens it. */
export const getRowButtonId = ({ membershipId }: MembershipRow): string => `member-${membershipId}`

/** Below 640 px a row folds to name and amount over plan and status over its end. */
export function MembershipsTable({ rows, busy, mayChange, opened, byEnd }: Props) {
  // What ends within days is said by today's date.
  useStore($today)
  return (
    <table className="table list-rows members-table" aria-busy={busy}>
      <caption className="visually-hidden">{byEnd ? 'Memberships by their end' : 'Memberships, newest first'}</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Place and plan</th>
          <th scope="col" className="cell-more">
            Start
          </th>
          <th scope="col" aria-sort={byEnd ? 'ascending' : undefined}>
            End
          </th>
          <th scope="col" className="right">
            Amount
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.membershipId} className={row.membershipId === opened ? 'row-open' : undefined}>
            <th scope="row" className="cell-name">
              <button
                type="button"
                id={getRowButtonId(row)}
                className="members-name"
                aria-expanded={row.membershipId === opened}
                onClick={() => selectMembership(row)}
              >
                {row.customerName}
              </button>
              <RowNote row={row} />
            </th>
            <td className="cell-plan">
              {row.locationName}
              <span className="admin-comma">, </span>
              <small>{row.planName}</small>
            </td>
            <td className="cell-more nowrap">{formatDate(row.startDate as IsoDate)}</td>
            <td className="members-end nowrap">
              <span className="members-to">to </span>
              {formatDate(row.endDate as IsoDate)}
            </td>
            <td className="cell-amount">{npr(row.amount as Paisa)}</td>
            <td className="cell-status">
              {mayChange ? <StatusField row={row} /> : <MembershipTag status={row.status} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What there is to know at a glance: that it ends, and what going on costs; else the staff's own note. */
function RowNote({ row }: { row: MembershipRow }) {
  const left = daysLeft(row)
  const ends =
    left === undefined ? undefined : left === 0 ? 'Ends today' : `Ends in ${left} ${left === 1 ? 'day' : 'days'}`
  if (ends)
    return (
      <small className="members-ends">
        {ends}
        {row.autoRenew && ', asked to renew'}
        {row.renewalAmount !== null && `; going on costs ${npr(row.renewalAmount as Paisa)}`}
      </small>
    )
  return row.notes ? <small className="members-note">{row.notes}</small> : null
}

export function StatusField({ row }: { row: MembershipRow }) {
  const changing = useStore($membershipChange)
  const wanted =
    changing.kind === 'saving' && changing.membershipId === row.membershipId ? changing.wanted.status : undefined
  const status = wanted ?? row.status
  return (
    <select
      className={`members-status members-${status}`}
      aria-label={`Status of ${row.customerName}`}
      value={status}
      onKeyDown={openOnKey}
      onChange={(event) => void setStatus(row, event.target.value as MembershipState)}
    >
      {MEMBERSHIP_STATES.map((each) => (
        <option key={each} value={each}>
          {MEMBERSHIP_LABELS[each]}
        </option>
      ))}
    </select>
  )
}

const NAVIGATION_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

/**
 * Outside macOS arrows and letters change a closed list at once, and each status on the way would be saved: they open
 * the list instead, and what is taken in it counts.
 */
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
