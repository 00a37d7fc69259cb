import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { IsoDate } from '#domain/calendar.ts'
import { formatAmount, type Paisa, paisa } from '#domain/money.ts'
import { DESK_METHOD_LABELS, DESK_METHODS, type DeskMethod } from '#domain/payment.ts'
import type { TillAmounts } from '#domain/till.ts'
import { $today } from '#stores/today.ts'
import { TableHead } from '../TableHead.tsx'

interface Props {
  name: string
  expected: TillAmounts
  /** Amounts that are not counted yet are undefined. */
  counted: Readonly<Partial<Record<DeskMethod, Paisa | undefined>>> | undefined
  /** The field of a count that is being entered. */
  renderCounted?: (method: DeskMethod) => ReactNode
}

/** Expected and counted money by method. */
export function TillTable({ name, expected, counted, renderCounted }: Props) {
  // An error makes the row higher than its field.
  const besideField = renderCounted ? 'pt-5.5 align-top' : ''
  return (
    <table className="num table print:text-small">
      <caption className="visually-hidden">Expected and counted money of {name}, in NPR</caption>
      <TableHead
        columns={{ 'NPR by method': 'whitespace-normal', Expected: 'right', Counted: 'right', Difference: 'right' }}
      />
      <tbody>
        {DESK_METHODS.map((method) => {
          const amount = counted?.[method]
          const difference = amount === undefined ? undefined : paisa(amount - expected[method])
          return (
            <tr key={method}>
              <th scope="row" className={`whitespace-normal ${besideField}`}>
                {DESK_METHOD_LABELS[method]}
              </th>
              <td className={`right ${besideField}`}>{formatAmount(expected[method])}</td>
              <td className="right">
                {renderCounted ? renderCounted(method) : amount === undefined ? '–' : formatAmount(amount)}
              </td>
              <td className={`right ${besideField} ${difference ? 'font-strong text-danger' : ''}`}>
                {difference === undefined ? '–' : formatAmount(difference)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export const ExpectedNote = ({ date }: { date: IsoDate }) => (
  <p className="small mute pt-2">
    Expected cash is the opening float plus {useStore($today) === date ? 'today’s' : 'the day’s'} cash, less refunds
    paid out.
  </p>
)
