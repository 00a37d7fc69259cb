import { useRef, useState } from 'react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { formatDate, kathmanduDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { changeCapacity } from '#stores/admin/seats/capacity.ts'
import { now } from '#stores/clock.ts'
import { formatCount } from '../format-count.ts'
import { RemoveDialog } from '../RemoveDialog.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { DayWarnings } from './DayWarnings.tsx'
import { listOverbooked } from './labels.ts'

type Change = Capacity['changes'][number]

const describeChange = ({ from, seats }: Change): string => `${formatCount(seats, 'seat')} from ${formatDate(from)}`

/** The seats of a location today and from later dates on. */
export function SeatChanges({ capacity }: { capacity: Capacity }) {
  const { locationId, seats, changes, short } = capacity
  const today = kathmanduDate(now())
  const current = changes.findLast(({ from }) => from <= today)
  const planned = changes.filter(({ from }) => from > today)
  const [status, setStatus] = useState('')
  const [removing, setRemoving] = useState<Change>()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = async ({ from }: Change) => {
    const before = planned.findLast((change) => change.from < from)?.seats ?? seats
    const outcome = await changeCapacity({ locationId, from, seats: before, reason: 'Planned change removed' })
    if (outcome.ok) setStatus(`Cancelled: the change from ${formatDate(from)}.`)
    return outcome
  }
  /** Of the days from one change to the next. */
  const warnings = (from: string, index: number) => {
    const until = planned[index]?.from
    const days = short.filter(({ date }) => date >= from && (until === undefined || date < until))
    return <DayWarnings locationId={locationId} warnings={listOverbooked(days)} />
  }
  return (
    <section aria-labelledby="seat-changes">
      <ChangeForm
        locationId={locationId}
        heading={
          <h2 id="seat-changes" className="heading-4 focus:outline-none" tabIndex={-1} ref={heading}>
            Number of seats
          </h2>
        }
        done={(text) => {
          setStatus(text)
          heading.current?.focus()
        }}
      />
      <ul className="border-ledge border-t-2">
        <li className="wrap-anywhere border-line border-b py-2.5">
          <b className="num">{formatCount(seats, 'seat')}</b> today
          {current && (
            <p className="mute">
              Since {formatDate(current.from)}: {current.reason}
            </p>
          )}
          {warnings(today, 0)}
        </li>
        {planned.map((change, index) => (
          <li key={change.from} className="grid grid-cols-1fr-auto items-center gap-x-6 border-line border-b py-2.5">
            <div className="wrap-anywhere">
              <b className="num">{formatCount(change.seats, 'seat')}</b> from{' '}
              <span className="num">{formatDate(change.from)}</span>
              <p className="mute">{change.reason}</p>
            </div>
            <QuietButton aria-haspopup="dialog" onClick={() => setRemoving(change)}>
              Cancel this change<span className="visually-hidden">: {describeChange(change)}</span>
            </QuietButton>
            {warnings(change.from, index + 1)}
          </li>
        ))}
      </ul>
      <p className="mute min-h-lh pt-2" role="status">
        {status}
      </p>
      {removing && (
        <RemoveDialog
          title="Cancel this change"
          button="Cancel this change"
          cancelLabel="Keep the change"
          remove={() => remove(removing)}
          close={() => setRemoving(undefined)}
          findNext={() => heading.current}
        >
          <p>The location does not change to {describeChange(removing)}.</p>
        </RemoveDialog>
      )}
    </section>
  )
}
