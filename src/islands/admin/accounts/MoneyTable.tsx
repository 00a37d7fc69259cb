import { formatAmount, paisa } from '#domain/money.ts'
import type { MovedMoney } from '#domain/money-moved.ts'

interface MoneyTableProps {
  title: string
  /** Names are unique. */
  rows: readonly (MovedMoney & { name: string })[]
  totals: MovedMoney
}

export const MoneyTable = ({ title, rows, totals }: MoneyTableProps) => (
  <div>
    <h2 className="heading-4">{title}</h2>
    <table className="num table">
      <caption className="visually-hidden">{title}, in NPR</caption>
      <thead>
        <tr>
          <th scope="col">{title.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase())}</th>
          <th scope="col" className="text-right">
            Received
          </th>
          <th scope="col" className="text-right">
            Refunded
          </th>
          <th scope="col" className="text-right">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, ...moved }) => (
          <MoneyRow key={name} name={name} moved={moved} />
        ))}
      </tbody>
      <tbody className="font-strong">
        <MoneyRow name="Total" moved={totals} />
      </tbody>
    </table>
  </div>
)

const MoneyRow = ({ name, moved: { received, refunded } }: { name: string; moved: MovedMoney }) => (
  <tr>
    <th scope="row">{name}</th>
    <td className="text-right">{formatAmount(received)}</td>
    <td className="text-right">{formatAmount(refunded)}</td>
    <td className="text-right">{formatAmount(paisa(received - refunded))}</td>
  </tr>
)
