import { useRef, useState } from 'react'
import type { WaitingRow } from '#contract/admin/waiting.ts'
import { formatInstant, formatLongDate } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { removeWaiting } from '#stores/admin/waiting.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { RemoveDialog } from '../RemoveDialog.tsx'
import { TableHead } from '../TableHead.tsx'

interface Props {
  rows: readonly WaitingRow[]
  isLoading: boolean
  /** Names by id. */
  locations: Readonly<Record<string, string>>
  plans: Readonly<Record<string, string>>
}

/** Entries by location, day and plan, each numbered from the first in line. */
export function WaitingTable({ rows, isLoading, locations, plans }: Props) {
  const [removing, setRemoving] = useState<WaitingRow>()
  const table = useRef<HTMLTableElement>(null)
  const position = useRef(0)
  const listButtons = () => [...(table.current?.querySelectorAll('button') ?? [])]
  const open = (row: WaitingRow, button: HTMLButtonElement) => {
    position.current = listButtons().indexOf(button)
    setRemoving(row)
  }
  // The table is gone with its last entry.
  const findNext = () => listButtons()[position.current] ?? listButtons().at(-1) ?? document.querySelector('h1')
  const nameOf = ({ locationId, planId, day }: WaitingRow): string => {
    const location = locations[locationId] ?? locationId
    const plan = planId === null ? 'any plan' : (plans[planId] ?? planId)
    return `${location}: ${plan}, ${day === null ? 'any day' : formatLongDate(day)}`
  }
  return (
    <>
      <table ref={table} className="table" aria-busy={isLoading}>
        <caption className="visually-hidden">Waiting list, first in line first</caption>
        <TableHead columns={{ 'In line': '', Joined: '', Action: 'text-right' }} />
        {[...Map.groupBy(rows, nameOf)].map(([name, entries]) => (
          <tbody key={name}>
            <tr className="bg-transparent">
              <th
                scope="rowgroup"
                className="stretch-name col-span-full pt-4.5 pb-2 font-strong text-row-heading max-sm:pt-3 max-sm:pb-0"
                colSpan={3}
              >
                {name}
              </th>
            </tr>
            {entries.map((row, index) => (
              <tr key={row.entryId}>
                <th scope="row" className="cell-name">
                  <div className="flex">
                    <span className="num w-5 flex-none text-ink-3">{index + 1}</span>
                    <div className="min-w-0">
                      <EmailLink className="wrap-anywhere inline-block min-h-6" email={row.email} />
                      {row.phone && (
                        <small className="block font-text text-ink-2 text-label">
                          <PhoneLink className="num inline-block min-h-6" phone={row.phone} />
                        </small>
                      )}
                    </div>
                  </div>
                </th>
                <td className="cell-plan num max-sm:pl-5">
                  <span className="sm:hidden">Joined </span>
                  <time dateTime={row.since}>{formatInstant(Date.parse(row.since))}</time>
                  {row.offeredUntil && (
                    <small className="block text-label text-pipal">
                      Seat offered, held until {formatInstant(Date.parse(row.offeredUntil))}
                    </small>
                  )}
                </td>
                <td className="text-right max-sm:row-start-1 max-sm:row-end-3">
                  <LinkButton
                    className="link min-h-11"
                    aria-haspopup="dialog"
                    aria-label={`Remove: ${row.email}`}
                    onClick={({ currentTarget }) => open(row, currentTarget)}
                  >
                    Remove
                  </LinkButton>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {removing && (
        <RemoveDialog
          title="Remove from the waiting list"
          remove={() => removeWaiting(removing)}
          close={() => setRemoving(undefined)}
          findNext={findNext}
        >
          <p>
            Remove <b className="wrap-anywhere">{removing.email}</b> from the list for {nameOf(removing)}? We do not
            notify the visitor.
          </p>
        </RemoveDialog>
      )}
    </>
  )
}
