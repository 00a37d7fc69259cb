import type { ReactNode } from 'react'
import type { BookingState } from '#domain/booking.ts'
import { formatInstant } from '#domain/calendar.ts'
import { ENDING_DAYS } from '#domain/membership.ts'
import { REVIEW_GROUP_LABELS, type ReviewGroup } from '#domain/payment-review.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import type { Today } from '#stores/admin/dashboard/today.ts'
import { Tile } from './Tile.tsx'

export function ActionRequired({ waiting }: { waiting: Today['waiting'] | undefined }) {
  const oldest = waiting?.verification.oldest
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="visually-hidden">
        Action required
      </h2>
      <dl className="grid grid-cols-6 max-sm:grid-cols-halves max-lg:grid-cols-3">
        <WaitingCount
          term={REVIEW_GROUP_LABELS.verify}
          count={waiting?.verification.count}
          href={getListUrl('verify', 'pending_verification')}
        >
          {waiting && (oldest ? `Oldest from ${formatInstant(Date.parse(oldest))}` : 'None')}
        </WaitingCount>
        <WaitingCount
          term={REVIEW_GROUP_LABELS.decision}
          count={waiting?.decisions}
          href={getListUrl('decision', 'needs_decision')}
        >
          Paid after the seat was released
        </WaitingCount>
        {HAS_SERVER_FEATURES && (
          <>
            <WaitingCount term={REVIEW_GROUP_LABELS.unclear} count={waiting?.unclear} href={getQueueUrl('unclear')}>
              Unknown result, paid twice, disputed or refunded
            </WaitingCount>
            <WaitingCount term={REVIEW_GROUP_LABELS.refund} count={waiting?.refundsDue} href={getQueueUrl('refund')}>
              Due after a cancellation
            </WaitingCount>
          </>
        )}
        {/* Reserves its space until the role is known. */}
        {HAS_SERVER_FEATURES && waiting?.messages !== null && (
          <WaitingCount term="Messages to answer" count={waiting?.messages} href="/admin/messages?state=open">
            From the contact page
          </WaitingCount>
        )}
        <WaitingCount term="Memberships ending" count={waiting?.memberships} href="/admin/memberships?status=ending">
          Within {ENDING_DAYS} days
        </WaitingCount>
      </dl>
    </section>
  )
}

const getQueueUrl = (group: ReviewGroup): string => `/admin/payments?waits=${group}`
/** The browser edition has no review queue. */
const getListUrl = (group: ReviewGroup, state: BookingState): string =>
  HAS_SERVER_FEATURES ? getQueueUrl(group) : `/admin/bookings?state=${state}`

/** Six, three or two in a row. In narrow columns some notes need two lines, so all reserve two. */
const TILE_CLASSES =
  'relative row-span-3 grid grid-rows-subgrid border-l pl-5 hover:bg-paper-sunk first:border-l-0 first:pl-0 max-lg:not-first:not-nth-2:not-nth-3:border-t sm:max-lg:nth-4:border-l-0 sm:max-lg:nth-4:pl-0 max-sm:pl-4 max-sm:nth-3:border-t max-sm:odd:border-l-0 max-sm:odd:pl-0'

interface WaitingCountProps {
  term: string
  count: number | undefined
  href: string
  children: ReactNode
}

function WaitingCount({ term, count, href, children }: WaitingCountProps) {
  return (
    <Tile
      term={
        <a
          className="-my-0.75 inline-block py-0.75 decoration-auto decoration-line-3 after:absolute after:inset-0"
          href={href}
        >
          {term}
        </a>
      }
      value={count ?? '…'}
      className={TILE_CLASSES}
      valueClass={count ? 'text-ink' : 'text-ink-3'}
      noteClass="max-sm:min-h-2lh lg:min-h-2lh"
    >
      {children}
    </Tile>
  )
}
