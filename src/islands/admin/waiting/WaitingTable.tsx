import { useEffect, useRef, useState } from 'react'
import type { WaitingRow } from '#contract/admin/waiting.ts'
import { formatInstant, formatLongDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { removeWaiting } from '#stores/admin/waiting.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { TableHead } from '../TableHead.tsx'
import { useTask } from '../useTask.ts'

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
  useEffect(() => {
    if (removing) return () => focusButton(table.current, position.current)
    return undefined
  }, [removing])
  const open = (row: WaitingRow, button: HTMLButtonElement) => {
    position.current = listButtons(table.current).indexOf(button)
    setRemoving(row)
  }
  const nameOf = ({ locationId, planId, day }: WaitingRow): string => {
    const location = locations[locationId] ?? locationId
    if (day !== null) return `${location}, ${formatLongDate(day)}`
    return planId === null ? location : `${plans[planId] ?? planId}, ${location}`
  }
  return (
    <>
      <table ref={table} className="table" aria-busy={isLoading}>
        <caption className="visually-hidden">Waiting list, first in line first</caption>
        <TableHead columns={{ 'In line': '', Since: '', Action: 'text-right' }} />
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
                  <div className="flex gap-3">
                    <span className="num flex-none text-ink-3">{index + 1}</span>
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
                <td className="cell-plan num">
                  <time dateTime={row.since}>{formatInstant(Date.parse(row.since))}</time>
                  {row.offeredUntil && (
                    <small className="block text-label text-pipal">
                      Seat held until {formatInstant(Date.parse(row.offeredUntil))}
                    </small>
                  )}
                </td>
                <td className="text-right">
                  <QuietButton
                    aria-haspopup="dialog"
                    aria-label={`Remove: ${row.email}`}
                    onClick={({ currentTarget }) => open(row, currentTarget)}
                  >
                    Remove
                  </QuietButton>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {removing && <RemoveDialog row={removing} name={nameOf(removing)} close={() => setRemoving(undefined)} />}
    </>
  )
}

const listButtons = (table: HTMLTableElement | null) => [...(table?.querySelectorAll('button') ?? [])]

/** The button that opened the dialog can be gone with its entry, and the table with its last one. */
function focusButton(table: HTMLTableElement | null, position: number): void {
  if (document.activeElement !== document.body) return
  const buttons = listButtons(table)
  const next = buttons[position] ?? buttons.at(-1) ?? document.querySelector('h1')
  next?.focus()
}

function RemoveDialog({ row, name, close }: { row: WaitingRow; name: string; close: () => void }) {
  const task = useTask()
  const send = async () => {
    if (await task.run(() => removeWaiting(row))) close()
  }
  return (
    <Dialog title="Remove from the waiting list" close={close}>
      <TaskForm task={task} button="Remove" className="grid gap-3.5" send={send}>
        <p>
          <b className="wrap-anywhere">{row.email}</b> no longer waits for {name}. We do not notify the visitor.
        </p>
        <Alert problem={task.problem} />
      </TaskForm>
    </Dialog>
  )
}
