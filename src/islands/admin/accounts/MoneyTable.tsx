import { formatAmount, paisa } from '#domain/money.ts'
import type { MovedMoney } from '#domain/money-moved.ts'

interface MoneyTableProps {
  title: string
  /** Names are unique. */
  rows: readonly (MovedMoney & { name: string })[]
  totals: MovedMoney
}

/** On phones the name is above its three amounts. */
const ROW = 'max-sm:grid max-sm:grid-cols-thirds'
const NAME = 'max-sm:col-span-full max-sm:border-b-0 max-sm:pb-0'

export const MoneyTable = ({ title, rows, totals }: MoneyTableProps) => (
  <div>
    <h2 className="heading-4">{title}</h2>
    <table className="num table max-sm:block">
      <caption className="visually-hidden">{title}, in NPR</caption>
      <thead className="max-sm:block">
        <tr className={ROW}>
          <th scope="col" className="max-sm:sr-only">
            {title.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase())}
          </th>
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
      <tbody className="max-sm:block">
        {rows.map(({ name, ...moved }) => (
          <MoneyRow key={name} name={name} moved={moved} />
        ))}
      </tbody>
      <tbody className="font-strong max-sm:block">
        <MoneyRow name="Total" moved={totals} isTotal />
      </tbody>
    </table>
  </div>
)

interface MoneyRowProps {
  name: string
  moved: MovedMoney
  isTotal?: boolean
}

const MoneyRow = ({ name, moved: { received, refunded }, isTotal = false }: MoneyRowProps) => (
  <tr className={ROW}>
    <th scope="row" className={`${isTotal ? 'font-strong' : 'max-sm:font-med'} ${NAME}`}>
      {name}
    </th>
    <td className="text-right">{formatAmount(received)}</td>
    <td className="text-right">{formatAmount(refunded)}</td>
    <td className="text-right">{formatAmount(paisa(received - refunded))}</td>
  </tr>
)
