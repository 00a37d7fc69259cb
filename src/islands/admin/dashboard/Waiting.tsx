import type { ReactNode } from 'react'
import type { BookingState } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import { WAITING_GROUP_LABELS, type WaitingGroup } from '#domain/waiting.ts'
import type { Today } from '#stores/admin/dashboard/today.ts'
import { OFFICE } from '#stores/admin/office.ts'

interface WaitingProps {
  waiting: Today['waiting'] | undefined
}

/** What needs a person: each count leads to its list. */
export function Waiting({ waiting }: WaitingProps) {
  const oldest = waiting?.verification.oldest
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="visually-hidden">
        What needs a person
      </h2>
      <dl className="admin-figures dash-waiting">
        <Count
          term={WAITING_GROUP_LABELS.verify}
          count={waiting?.verification.count}
          href={listOf('verify', 'pending_verification')}
        >
          {waiting && (oldest ? `Oldest from ${formatInstant(Date.parse(oldest))}` : 'Nobody waits')}
        </Count>
        <Count
          term={WAITING_GROUP_LABELS.decision}
          count={waiting?.decisions}
          href={listOf('decision', 'needs_decision')}
        >
          Paid, and the place was gone
        </Count>
        <Count term="Memberships ending" count={waiting?.memberships} href="/admin/memberships?status=ending">
          Within {ENDING_DAYS} days
        </Count>
        {/* Until it is known who looks, it keeps its place. */}
        {OFFICE && waiting?.messages !== null && (
          <Count term="Messages to answer" count={waiting?.messages} href="/admin/messages?state=open">
            Written on the contact page
          </Count>
        )}
        {OFFICE && (
          <>
            <Count term={WAITING_GROUP_LABELS.unclear} count={waiting?.unclear} href={queueOf('unclear')}>
              Left open, paid twice, disputed or sent back
            </Count>
            <Count term={WAITING_GROUP_LABELS.refund} count={waiting?.owed} href={queueOf('refund')}>
              Promised with a cancellation
            </Count>
          </>
        )}
      </dl>
    </section>
  )
}

const queueOf = (group: WaitingGroup): string => `/admin/payments?waits=${group}`
/** Without a server there is no queue of payments. */
const listOf = (group: WaitingGroup, state: BookingState): string =>
  OFFICE ? queueOf(group) : `/admin/bookings?state=${state}`

interface CountProps {
  term: string
  count: number | undefined
  href: string
  children: ReactNode
}

function Count({ term, count, href, children }: CountProps) {
  return (
    <div className={count ? 'admin-figure dash-busy' : 'admin-figure'}>
      <dt>
        <a href={href}>{term}</a>
      </dt>
      <dd className="num">{count ?? '…'}</dd>
      <dd className="mute">{children}</dd>
    </div>
  )
}
