import type { ReactNode } from 'react'
import type { BookingState } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import { REVIEW_GROUP_LABELS, type ReviewGroup } from '#domain/payment-review.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { Today } from '#stores/admin/dashboard/today.ts'

interface ActionRequiredProps {
  waiting: Today['waiting'] | undefined
}

/** What needs a person: each count leads to its list. */
export function ActionRequired({ waiting }: ActionRequiredProps) {
  const oldest = waiting?.verification.oldest
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="visually-hidden">
        What needs a person
      </h2>
      <dl className="admin-figures dash-waiting">
        <WaitingCount
          term={REVIEW_GROUP_LABELS.verify}
          count={waiting?.verification.count}
          href={getListUrl('verify', 'pending_verification')}
        >
          {waiting && (oldest ? `Oldest from ${formatInstant(Date.parse(oldest))}` : 'Nobody waits')}
        </WaitingCount>
        <WaitingCount
          term={REVIEW_GROUP_LABELS.decision}
          count={waiting?.decisions}
          href={getListUrl('decision', 'needs_decision')}
        >
          Paid, and the place was gone
        </WaitingCount>
        <WaitingCount term="Memberships ending" count={waiting?.memberships} href="/admin/memberships?status=ending">
          Within {ENDING_DAYS} days
        </WaitingCount>
        {/* Until it is known who looks, it keeps its place. */}
        {HAS_SERVER_FEATURES && waiting?.messages !== null && (
          <WaitingCount term="Messages to answer" count={waiting?.messages} href="/admin/messages?state=open">
            Written on the contact page
          </WaitingCount>
        )}
        {HAS_SERVER_FEATURES && (
          <>
            <WaitingCount term={REVIEW_GROUP_LABELS.unclear} count={waiting?.unclear} href={getQueueUrl('unclear')}>
              Left open, paid twice, disputed or sent back
            </WaitingCount>
            <WaitingCount term={REVIEW_GROUP_LABELS.refund} count={waiting?.owed} href={getQueueUrl('refund')}>
              Promised with a cancellation
            </WaitingCount>
          </>
        )}
      </dl>
    </section>
  )
}

const getQueueUrl = (group: ReviewGroup): string => `/admin/payments?waits=${group}`
/** Without a server there is no queue of payments. */
const getListUrl = (group: ReviewGroup, state: BookingState): string =>
  HAS_SERVER_FEATURES ? getQueueUrl(group) : `/admin/bookings?state=${state}`

interface WaitingCountProps {
  term: string
  count: number | undefined
  href: string
  children: ReactNode
}

function WaitingCount({ term, count, href, children }: WaitingCountProps) {
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
