import type { ReactNode } from 'react'
import { formatAmount } from '#domain/money.ts'
import { DESK_METHOD_LABELS, DESK_METHODS, type DeskMethod } from '#domain/payment.ts'
import { getDifferences, type TillAmounts } from '#domain/till.ts'
import { TableHead } from '../TableHead.tsx'

interface Props {
  name: string
  expected: TillAmounts
  /** Undefined until every amount is known. */
  counted: TillAmounts | undefined
  /** The field of a count that is being entered. */
  renderCounted?: (method: DeskMethod) => ReactNode
}

/** Expected and counted money by method. */
export function TillTable({ name, expected, counted, renderCounted }: Props) {
  const differences = counted && getDifferences({ expected, counted })
  return (
    <table className="num table print:text-small">
      <caption className="visually-hidden">Expected and counted money of {name}, in NPR</caption>
      <TableHead
        columns={{ 'NPR by method': 'whitespace-normal', Expected: 'right', Counted: 'right', Difference: 'right' }}
      />
      <tbody>
        {DESK_METHODS.map((method) => (
          <tr key={method}>
            <th scope="row" className="whitespace-normal">
              {DESK_METHOD_LABELS[method]}
            </th>
            <td className="right">{formatAmount(expected[method])}</td>
            <td className="right">
              {renderCounted ? renderCounted(method) : counted ? formatAmount(counted[method]) : '–'}
            </td>
            <td className={differences?.[method] ? 'right font-strong text-danger' : 'right'}>
              {differences ? formatAmount(differences[method]) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
