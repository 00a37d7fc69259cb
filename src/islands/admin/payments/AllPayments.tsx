import { useStore } from '@nanostores/react'
import { npr, type Paisa } from '#domain/money.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $selectedPayment, closePayment } from '#stores/admin/payments/selected-payment.ts'
import { getIdOf } from '#stores/admin/selected-record.ts'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { DateFilter, LocationFilter, SelectFilter } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { PaymentDetail } from './PaymentDetail.tsx'
import { PaymentsTable } from './PaymentsTable.tsx'

const STATUS_LABELS = { ...ATTEMPT_LABELS, unreconciled: 'Unreconciled' }

export function AllPayments({ methods, locations }: Pick<ScreenProps, 'methods' | 'locations'>) {
  const selected = useStore($selectedPayment, { ssr: 'initial' })
  const { field, search, count } = useListFilter(payments, 'payments')
  const { rows, summary } = useStore(payments.$list, { ssr: 'initial' })
  const isOpen = selected.state !== 'none'
  return (
    <div className={`grid grid-cols-1 gap-x-6 ${isOpen ? 'detail:grid-cols-list-detail' : ''}`}>
      <ListScreen
        list={payments}
        filters={
          <div className={isOpen ? 'col-span-full max-sm:hidden' : 'col-span-full'}>
            <Filters count={count} search={search('Search payments', 'Name, booking or number')}>
              <LocationFilter {...field('location')} locations={locations} />
              <SelectFilter {...field('method')} label="Method" all="All methods" options={methods} />
              <SelectFilter {...field('state')} label="Status" all="All statuses" options={STATUS_LABELS} />
              <DateFilter {...field('receivedFrom')} label="Paid from" />
              <DateFilter {...field('receivedTo')} label="Paid to" />
            </Filters>
          </div>
        }
        rowNames={['payment', 'payments']}
        empty={{
          title: 'No payments found.',
          filtered: 'Try other search terms or dates',
          initial: 'Payments appear here when customers start to pay.',
        }}
        renderRows={(rows, isLoading) => (
          <PaymentsTable rows={rows} methods={methods} selectedId={getIdOf(selected)} busy={isLoading} />
        )}
      >
        {(body) => (
          <div className={isOpen ? 'max-sm:hidden' : undefined}>
            {rows && rows.length > 0 && summary?.totals && <Totals {...summary.totals} />}
            {body}
          </div>
        )}
      </ListScreen>
      {isOpen && <PaymentDetail methods={methods} close={closePayment} isBesideList />}
    </div>
  )
}

/** Of all pages. */
const Totals = ({ received, refunded }: { received: Paisa; refunded: Paisa }) => (
  <p className="pb-2.5">
    <b className="num">{npr(received)}</b> received
    {refunded > 0 && (
      <>
        , of which <b className="num">{npr(refunded)}</b> refunded
      </>
    )}
  </p>
)
