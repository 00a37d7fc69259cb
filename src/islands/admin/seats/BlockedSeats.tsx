import { useRef, useState } from 'react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { formatRange } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { removeBlock } from '#stores/admin/seats/capacity.ts'
import { formatCount } from '../format-count.ts'
import { EmptyState } from '../load-states.tsx'
import { RemoveDialog } from '../RemoveDialog.tsx'
import { BlockForm } from './BlockForm.tsx'
import { DayWarnings } from './DayWarnings.tsx'
import { listMissingSeats } from './labels.ts'

type Block = Capacity['blocks'][number]

const describeBlock = ({ from, to, seats }: Block): string => `${formatCount(seats, 'seat')}, ${formatRange(from, to)}`

/** Seats that are out of use for some days. */
export function BlockedSeats({ capacity: { locationId, blocks } }: { capacity: Capacity }) {
  const [status, setStatus] = useState('')
  const [removing, setRemoving] = useState<Block>()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = async (block: Block) => {
    const outcome = await removeBlock(block.id)
    if (outcome.ok) setStatus(`Unblocked: ${describeBlock(block)}.`)
    return outcome
  }
  return (
    <section aria-labelledby="blocked-seats">
      <BlockForm
        locationId={locationId}
        heading={
          <h2 id="blocked-seats" className="heading-4 focus:outline-none" tabIndex={-1} ref={heading}>
            Blocked seats
          </h2>
        }
        done={(text) => {
          setStatus(text)
          heading.current?.focus()
        }}
      />
      {blocks.length === 0 ? (
        <EmptyState title="No seats are blocked." isPart>
          Seats that are out of use for some days are listed here.
        </EmptyState>
      ) : (
        <ul className="border-ledge border-t-2">
          {blocks.map((block) => (
            <li key={block.id} className="grid grid-cols-1fr-auto items-center gap-x-6 border-line border-b py-2.5">
              <div className="wrap-anywhere">
                <b className="num">{formatRange(block.from, block.to)}</b>, {formatCount(block.seats, 'seat')}
                <p className="mute">{block.reason}</p>
              </div>
              <QuietButton aria-haspopup="dialog" onClick={() => setRemoving(block)}>
                Unblock<span className="visually-hidden">: {describeBlock(block)}</span>
              </QuietButton>
              <DayWarnings locationId={locationId} warnings={listMissingSeats(block)} />
            </li>
          ))}
        </ul>
      )}
      <p className="mute min-h-lh pt-2" role="status">
        {status}
      </p>
      {removing && (
        <RemoveDialog
          title="Unblock these seats"
          button="Unblock"
          remove={() => remove(removing)}
          close={() => setRemoving(undefined)}
          findNext={() => heading.current}
        >
          <p>{describeBlock(removing)}: visitors can book these seats again. Days that have passed do not change.</p>
        </RemoveDialog>
      )}
    </section>
  )
}
