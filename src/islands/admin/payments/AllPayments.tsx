import { useStore } from '@nanostores/react'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $selectedPayment, closePayment } from '#stores/admin/payments/selected-payment.ts'
import { getIdOf } from '#stores/admin/selected-record.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { DateFilter, LocationFilter, SelectFilter } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { PaymentDetail } from './PaymentDetail.tsx'
import { PaymentsTable } from './PaymentsTable.tsx'
import './all-payments.css'

export function AllPayments({ methods, locations }: Pick<ScreenProps, 'methods' | 'locations'>) {
  const selected = useStore($selectedPayment, { ssr: 'initial' })
  const { field, search, count } = useListFilter(payments, 'payments')
  return (
    <div className="payments-all" data-open={selected.state !== 'none'}>
      <ListScreen
        list={payments}
        filters={
          <Filters count={count} search={search('Search payments', 'Booking, transaction or name')}>
            <LocationFilter {...field('location')} locations={locations} />
            <SelectFilter {...field('method')} label="Method" all="All methods" options={methods} />
            <SelectFilter {...field('state')} label="Status" all="All statuses" options={ATTEMPT_LABELS} />
            <div className="payments-dates">
              <DateFilter {...field('from')} label="From" />
              <DateFilter {...field('to')} label="To" />
              <ExportLink
                className="button button-quiet button-small list-export"
                href={staffLedger.paymentsExportUrl(payments.getQuery())}
              />
            </div>
          </Filters>
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
        {(body) => <div className="payments-list">{body}</div>}
      </ListScreen>
      {selected.state !== 'none' && <PaymentDetail methods={methods} close={closePayment} />}
    </div>
  )
}
