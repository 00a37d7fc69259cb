import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import type { PaymentRow } from '#contract/admin/payments.ts'
import { npr, type Paisa } from '#domain/money.ts'
import { ATTEMPT_STATES, type AttemptState, RECORDED_METHODS } from '#domain/payment.ts'
import { ATTEMPT_LABELS } from '#domain/waiting.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { $case, closeCase, openCase } from '#stores/admin/payments/case.ts'
import { openForm } from '#stores/admin/payments/decision.ts'
import { type PaymentFilter, payments } from '#stores/admin/payments/list.ts'
import { Empty } from '../Empty.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { Case } from './Case.tsx'
import { when } from './words.ts'

interface Props {
  methods: Readonly<Record<string, string>>
  locations: Readonly<Record<string, string>>
}

/** Every payment that ever was, newest first, and beside it the one that was chosen. */
export function AllPayments({ methods, locations }: Props) {
  const { rows, next, busy, failure } = useStore(payments.$list, { ssr: 'initial' })
  const shown = useStore($case, { ssr: 'initial' })
  return (
    <div className="payments-all" data-open={shown.state !== 'none'}>
      <div className="payments-list">
        <Filters methods={methods} locations={locations} />
        {failure && <Problem failure={failure} again={() => void payments.read()} />}
        {!rows && !failure && <Skeleton />}
        {rows?.length === 0 && (
          <Empty title="No payments found.">
            Try other words or other dates, or{' '}
            <button type="button" className="link" onClick={payments.clear}>
              clear the filters
            </button>
            .
          </Empty>
        )}
        {rows && rows.length > 0 && (
          <>
            <Table
              rows={rows}
              methods={methods}
              shown={shown.state === 'none' ? undefined : shown.id}
              busy={busy === 'reading'}
            />
            <div className="admin-foot">
              <p className="small mute" role="status">
                {next ? `The newest ${rows.length}` : rows.length === 1 ? '1 payment' : `${rows.length} payments`}
              </p>
              {next && (
                <button
                  type="button"
                  className="button button-quiet button-small"
                  aria-disabled={busy === 'reading_more' || undefined}
                  onClick={() => void payments.showMore()}
                >
                  {busy === 'reading_more' ? 'Reading…' : 'Show more'}
                </button>
              )}
            </div>
          </>
        )}
      </div>
      {shown.state !== 'none' && <Case methods={methods} close={closeCase} />}
    </div>
  )
}

function Filters({ methods, locations }: Props) {
  const filter = useStore(payments.$filter, { ssr: 'initial' })
  const field = (id: keyof PaymentFilter, label: string) => ({
    label: (
      <label className="visually-hidden" htmlFor={`payments-${id}`}>
        {label}
      </label>
    ),
    id: `payments-${id}`,
    value: filter[id],
  })
  const [method, state] = [field('method', 'Method'), field('state', 'State')]
  return (
    <search>
      <form className="admin-filter" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          id="payments-q"
          label="Search payments"
          placeholder="Booking, transaction or name"
          value={filter.q}
          onChange={(q) => payments.look({ q }, true)}
        />
        <SelectField
          id="payments-location"
          label="Location"
          all="All locations"
          options={locations}
          value={filter.location}
          onChange={(location) => payments.look({ location: location as PaymentFilter['location'] })}
        />
        <div className="field">
          {method.label}
          <select
            id={method.id}
            value={filter.method}
            onChange={({ target }) => payments.look({ method: target.value as PaymentFilter['method'] })}
          >
            <option value="">All methods</option>
            {RECORDED_METHODS.map((each) => (
              <option key={each} value={each}>
                {methods[each] ?? each}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          {state.label}
          <select
            id={state.id}
            value={filter.state}
            onChange={({ target }) => payments.look({ state: target.value as PaymentFilter['state'] })}
          >
            <option value="">All states</option>
            {ATTEMPT_STATES.map((each) => (
              <option key={each} value={each}>
                {ATTEMPT_LABELS[each]}
              </option>
            ))}
          </select>
        </div>
        <div className="payments-dates">
          {(['from', 'to'] as const).map((end) => (
            <div key={end} className="field payments-date">
              <label htmlFor={`payments-${end}`}>{end === 'from' ? 'From' : 'To'}</label>
              <input
                id={`payments-${end}`}
                type="date"
                value={filter[end]}
                onChange={({ target }) => payments.look({ [end]: target.value })}
              />
            </div>
          ))}
          <a
            className="button button-quiet button-small payments-export"
            href={staffLedger.paymentsTable(`?${new URLSearchParams(payments.wanted())}`)}
            download
          >
            <Download className="icon" aria-hidden="true" />
            Export
          </a>
        </div>
      </form>
    </search>
  )
}

const LOOKS: Readonly<Record<AttemptState, string>> = {
  created: 'tag tag-line',
  pending: 'tag tag-line',
  confirmed: 'tag tag-ok',
  failed: 'tag',
  cancelled: 'tag',
  expired: 'tag',
  mismatch: 'tag tag-no',
  partly_refunded: 'tag tag-wait',
  refunded: 'tag tag-wait',
}

interface TableProps extends Pick<Props, 'methods'> {
  rows: readonly PaymentRow[]
  shown: string | undefined
  busy: boolean
}

function Table({ rows, methods, shown, busy }: TableProps) {
  const choose = (id: string) => {
    openForm(undefined)
    void openCase(id)
  }
  return (
    <table className="table payments-table" aria-busy={busy}>
      <caption className="visually-hidden">Payments, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Customer</th>
          <th scope="col">Method</th>
          <th scope="col" className="cell-more">
            Transaction
          </th>
          <th scope="col" className="right">
            Amount
          </th>
          <th scope="col">State</th>
          <th scope="col" className="right cell-more" aria-sort="descending">
            Begun
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.paymentId} aria-current={row.paymentId === shown ? 'true' : undefined}>
            <th scope="row" className="cell-name">
              <button type="button" className="payments-name" onClick={() => choose(row.paymentId)}>
                {row.customerName}
              </button>
              <small className="num">{row.bookingId}</small>
            </th>
            <td className="cell-plan">{methods[row.method] ?? row.method}</td>
            <td className="cell-more num">{row.transactionId ?? <span className="mute">–</span>}</td>
            <td className="cell-amount">{npr((row.received ?? row.amount) as Paisa)}</td>
            <td className="cell-status">
              <span className={LOOKS[row.state]}>{ATTEMPT_LABELS[row.state]}</span>
            </td>
            <td className="cell-more right">
              <time dateTime={row.createdAt}>{when(row.createdAt)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
