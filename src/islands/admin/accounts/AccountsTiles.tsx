import type { ReactNode } from 'react'
import { formatAmount, type Paisa, paisa } from '#domain/money.ts'
import type { Accounts } from '#stores/admin/accounts.ts'
import { Tile } from '../dashboard/Tile.tsx'

export function AccountsTiles({ accounts: { totals, sales, returns, owed } }: { accounts: Accounts }) {
  return (
    <>
      <TileRow>
        <AmountTile term="Received" amount={totals.received}>
          From customers
        </AmountTile>
        <AmountTile term="Refunded" amount={totals.refunded}>
          To customers
        </AmountTile>
        <AmountTile term="Revenue" amount={paisa(totals.received - totals.refunded)}>
          Received less refunded
        </AmountTile>
      </TileRow>
      <TileRow>
        <AmountTile term="VAT" amount={paisa(sales.vat - returns.vat)}>
          On bills, less that of credit notes
        </AmountTile>
        <AmountTile term="Payments due" amount={owed.toUs}>
          Now, for bookings moved to dearer days
        </AmountTile>
        <AmountTile term="Refunds due" amount={owed.byUs}>
          Now, to customers
        </AmountTile>
      </TileRow>
    </>
  )
}

const TileRow = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-thirds border-line border-t last-of-type:border-b max-sm:grid-cols-1">{children}</dl>
)

const AmountTile = ({ term, amount, children }: { term: string; amount: Paisa; children: ReactNode }) => (
  <Tile
    className="border-l pl-5 first:border-l-0 first:pl-0 max-sm:grid max-sm:grid-cols-1fr-auto max-sm:items-baseline max-sm:not-first:border-t max-sm:border-l-0 max-sm:py-2.5 max-sm:pr-0 max-sm:pl-0"
    valueClass="max-sm:col-start-2 max-sm:row-start-1 max-sm:mt-0"
    noteClass="max-sm:mt-0"
    term={term}
    value={
      <>
        <small className="font-stretch-normal font-text text-16">NPR</small> {formatAmount(amount)}
      </>
    }
  >
    {children}
  </Tile>
)
