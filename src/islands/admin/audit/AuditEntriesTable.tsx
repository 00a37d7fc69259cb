import type { AuditEntry } from '#contract/admin/audit.ts'
import { describeChanges } from '#contract/admin/audit-labels.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS, type AuditSubject } from '#domain/audit.ts'
import { formatInstant } from '#domain/calendar.ts'

interface Props {
  rows: readonly AuditEntry[]
  busy: boolean
}

/** Where a subject is to be seen. */
const SUBJECT_LINKS: Readonly<Record<AuditSubject, (id: string) => string>> = {
  booking: (id) => `/admin/bookings?open=${encodeURIComponent(id)}`,
  payment: (id) => `/admin/payments?open=${encodeURIComponent(id)}`,
  membership: (id) => `/admin/memberships?open=${encodeURIComponent(id)}`,
  message: () => '/admin/messages',
  prices: () => '/admin/pricing',
  staff: () => '/admin/people',
  site: () => '/admin/pricing',
  mail: () => '/admin/mails',
}

export function AuditEntriesTable({ rows, busy }: Props) {
  return (
    <table className="table list-rows audit-table" aria-busy={busy}>
      <caption className="visually-hidden">Who did what, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Action</th>
          <th scope="col">Who</th>
          <th scope="col">On</th>
          <th scope="col">What changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.position}>
            <td className="audit-when num">
              <time dateTime={row.at}>{formatInstant(Date.parse(row.at))}</time>
            </td>
            <th scope="row" className="cell-name">
              {AUDIT_ACTIONS[row.action]}
            </th>
            <td className="audit-who">{row.by ?? <span className="mute">by itself</span>}</td>
            <td className="audit-on">
              <a href={SUBJECT_LINKS[row.subject](row.subjectId)}>{row.label ?? AUDIT_SUBJECT_LABELS[row.subject]}</a>
              {row.label && <small>{AUDIT_SUBJECT_LABELS[row.subject]}</small>}
            </td>
            <td className="audit-what">
              <Changes row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `Status: Active → Suspended`; the reason in the words of whoever gave it. */
function Changes({ row }: { row: AuditEntry }) {
  const changes = describeChanges(row)
  if (changes.length === 0 && !row.reason) return null
  return (
    <>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {field}:{' '}
              {from !== undefined && (
                <>
                  <span className="audit-old">{from}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="visually-hidden"> became </span>
                </>
              )}
              <b>{to ?? 'none'}</b>
            </li>
          ))}
        </ul>
      )}
      {row.reason && <q>{row.reason}</q>}
    </>
  )
}
