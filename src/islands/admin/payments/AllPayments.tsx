import { useStore } from '@nanostores/react'
import type { LocationId } from '#domain/location.ts'
import { ATTEMPT_LABELS } from '#domain/payment-review.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { payments } from '#stores/admin/payments/list.ts'
import { $selectedPayment, closePayment } from '#stores/admin/payments/selected-payment.ts'
import { DateField } from '../list/DateField.tsx'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters } from '../list/Filters.tsx'
import { ListBody } from '../list/ListBody.tsx'
import { LocationField } from '../list/LocationField.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { PaymentDetail } from './PaymentDetail.tsx'
import { PaymentsTable } from './PaymentsTable.tsx'
import './all-payments.css'

interface Props {
  methods: Readonly<Record<string, string>>
  locations: Readonly<Record<string, string>>
}

/** Every payment that ever was, newest first, and beside it the one that was chosen. */
export function AllPayments({ methods, locations }: Props) {
  const list = useStore(payments.$list, { ssr: 'initial' })
  const filter = useStore(payments.$filter, { ssr: 'initial' })
  const shown = useStore($selectedPayment, { ssr: 'initial' })
  const { q, ...others } = filter
  const chosen = Object.values(others).filter(Boolean).length
  const choices = [
    ['method', 'Method', 'All methods', methods],
    ['state', 'State', 'All states', ATTEMPT_LABELS],
  ] as const
  return (
    <div className="payments-all" data-open={shown.state !== 'none'}>
      <Filters
        count={chosen}
        search={
          <SearchField
            id="payments-q"
            label="Search payments"
            placeholder="Booking, transaction or name"
            value={q}
            onChange={(typed) => payments.look({ q: typed }, true)}
          />
        }
      >
        <LocationField
          id="payments-location"
          locations={locations}
          value={filter.location}
          onChange={(location) => payments.look({ location: location as LocationId | '' })}
        />
        {choices.map(([name, label, all, options]) => (
          <SelectField
            key={name}
            id={`payments-${name}`}
            label={label}
            all={all}
            options={options}
            value={filter[name]}
            onChange={(chosen) => payments.look({ [name]: chosen })}
          />
        ))}
        <div className="payments-dates">
          <DateField id="payments-from" label="From" value={filter.from} onChange={(from) => payments.look({ from })} />
          <DateField id="payments-to" label="To" value={filter.to} onChange={(to) => payments.look({ to })} />
          <ExportLink
            className="button button-quiet button-small list-export"
            href={staffLedger.paymentsExportUrl(payments.query())}
          />
        </div>
      </Filters>
      <div className="payments-list">
        <ListBody
          {...payments}
          list={list}
          names={['payment', 'payments']}
          none={{
            title: 'No payments found.',
            instead: 'Try other words or other dates',
            first: 'The first one will stand here as soon as somebody begins to pay.',
          }}
          isNarrowed={chosen > 0 || q.trim() !== ''}
        >
          {(rows, isReading) => (
            <PaymentsTable
              rows={rows}
              methods={methods}
              shown={shown.state === 'none' ? undefined : shown.id}
              busy={isReading}
            />
          )}
        </ListBody>
      </div>
      {shown.state !== 'none' && <PaymentDetail methods={methods} close={closePayment} />}
    </div>
  )
}
