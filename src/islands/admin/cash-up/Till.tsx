import { useState } from 'react'
import { formatInstant, formatLongDate } from '#domain/calendar.ts'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import { DESK_METHOD_LABELS } from '#domain/payment.ts'
import { CASH_UP_LABELS, type CashUpStatus, type CountedTill } from '#domain/till.ts'
import { QuietButton, SmallButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { approveDifference } from '#stores/admin/desk/cash-up.ts'
import { Alert } from '../../ui/Alert.tsx'
import { formatTimestamp } from '../format-timestamp.ts'
import { TableHead } from '../TableHead.tsx'
import { useTask } from '../useTask.ts'
import { CountForm } from './CountForm.tsx'
import { summarizeDifferences } from './format-differences.ts'
import { ExpectedNote, TillTable } from './TillTable.tsx'
import { getTillHeadingId, type TillProps } from './till-props.ts'

const STATUS_CLASSES: Readonly<Record<CashUpStatus, string>> = {
  open: 'tag tag-line',
  counted: 'tag tag-wait',
  signed: 'tag tag-ok',
  differs: 'tag tag-no',
  changed: 'tag tag-wait',
}

/** What one person took and paid out, and its count. */
export function Till({ day, person }: TillProps) {
  const { staffId, name, isOwn, status, version, canCount, opening, float, expected, count, movements } = person
  const [openedVersion, openVersion] = useState<number>()
  const headingId = getTillHeadingId(staffId)
  const isFinished = status === 'signed' || status === 'differs'
  const isCounting = openedVersion === version || (isOwn && canCount && !isFinished)
  const stopCounting = () => {
    openVersion(undefined)
    document.getElementById(headingId)?.focus()
  }
  // The form of a count has what was counted before.
  const isRecount = isCounting && count !== null
  return (
    <section className="grid gap-4 border-line-2 border-t py-4 print:border-t-0" aria-labelledby={headingId}>
      <p className="heading-4 hidden print:block">
        Cash-up: {day.locationName}, {formatLongDate(day.date)}
      </p>
      <div className="flex max-w-700px flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3
          id={headingId}
          className="stretch-name wrap-anywhere font-strong text-row-heading focus:outline-none"
          tabIndex={-1}
        >
          Till of {name}
        </h3>
        <span className={STATUS_CLASSES[status]} role="status">
          {CASH_UP_LABELS[status]}
        </span>
      </div>
      <Facts
        className={`key-values max-w-700px ${isRecount && float === null ? 'hidden print:grid' : ''}`}
        facts={{ 'Opening float': npr(opening) }}
      />
      {isRecount && count.signedName && count.signedAt && (
        <p className="print:hidden">
          This replaces the count of {count.signedName}, {formatInstant(Date.parse(count.signedAt))}.
        </p>
      )}
      <div className={`max-w-700px ${isCounting ? 'hidden print:block' : ''}`}>
        <TillTable name={name} expected={expected} counted={count?.counted} />
        <ExpectedNote date={day.date} />
      </div>
      <Facts
        className={`key-values wrap-anywhere max-w-700px *:*:whitespace-normal empty:hidden ${isRecount ? 'hidden print:grid' : ''}`}
        facts={{
          'Taken to the bank': count && npr(count.banked),
          'Reason for the difference': count?.reason,
          'Signed by':
            count?.signedName && count.signedAt && `${count.signedName}, ${formatInstant(Date.parse(count.signedAt))}`,
          'Difference approved by': count?.approvedBy,
        }}
      />
      {status === 'changed' && count && (
        <p className="print:hidden">
          Money moved after the signature{describeMoved(paisa(expected.cash - count.expected.cash))}.{' '}
          {canCount ? 'Add it to what you counted, then sign.' : 'Ask a manager to count the till again.'}
        </p>
      )}
      {isCounting ? (
        // A new version starts from the values that were saved.
        <CountForm
          key={version}
          day={day}
          person={person}
          cancel={openedVersion === version ? stopCounting : undefined}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-2.5 empty:hidden print:hidden">
          {status === 'differs' && count && <Approval day={day} person={person} counted={count} />}
          {canCount && (
            <QuietButton onClick={() => openVersion(version)}>
              {version === 0 ? 'Count this till' : 'Count again'}
            </QuietButton>
          )}
        </div>
      )}
      {movements.length > 0 && <Movements person={person} />}
      <div className="hidden max-w-700px grid-cols-2 gap-8 pt-9 print:grid">
        <p className="border-t pt-1">Counted by{count?.signedName && ` ${count.signedName}`}</p>
        <p className="border-t pt-1">Approved by</p>
      </div>
    </section>
  )
}

function describeMoved(cash: Paisa): string {
  if (cash === 0) return ''
  return cash > 0 ? `: ${npr(cash)} more in cash` : `: ${npr(paisa(-cash))} less in cash`
}

interface ApprovalProps extends TillProps {
  counted: CountedTill
}

function Approval({ day: { locationId, date }, person: { staffId, version, canApprove }, counted }: ApprovalProps) {
  const task = useTask()
  if (!canApprove) return <p className="basis-full">A manager must approve this difference.</p>
  return (
    <>
      <p className="basis-full">Approving closes this cash-up and records your name.</p>
      <div className="basis-full empty:hidden">{task.problem && <Alert problem={task.problem} />}</div>
      <SmallButton
        busy={task.busy}
        onClick={() => void task.run(() => approveDifference({ locationId, date, staffId, version }))}
      >
        Approve {summarizeDifferences(counted)}
      </SmallButton>
    </>
  )
}

const Movements = ({ person: { name, movements } }: Pick<TillProps, 'person'>) => {
  const hasReferences = movements.some(({ reference }) => reference)
  return (
    <div className="mt-4 max-w-700px">
      <h4 className="stretch-name pb-2 font-strong text-body">Payments and refunds</h4>
      <table className="table print:text-small">
        <caption className="visually-hidden">Payments and refunds of {name}</caption>
        <TableHead
          columns={{ Customer: '', Time: '', Method: '', ...(hasReferences && { Reference: '' }), Amount: 'right' }}
        />
        <tbody>
          {movements.map(({ at, bookingId, customerName, method, reference, amount }) => (
            <tr key={`${at} ${bookingId} ${amount}`}>
              <th scope="row" className="cell-name print:py-0.75">
                <a
                  className="wrap-anywhere inline-block min-h-6 no-underline decoration-auto hover:text-brick hover:underline print:min-h-0"
                  href={`/admin/bookings?open=${bookingId}`}
                >
                  {customerName}
                </a>
              </th>
              <td className="num print:py-0.75">{formatTimestamp(at)}</td>
              <td className="print:py-0.75">{amount < 0 ? 'Refund in cash' : DESK_METHOD_LABELS[method]}</td>
              {hasReferences && <td className="wrap-anywhere print:py-0.75">{reference}</td>}
              <td className="cell-amount num print:py-0.75">{npr(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
