import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatFailure, type Outcome, succeed } from '#contract/failure.ts'
import { formatDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { saveFile } from '#islands/ui/save-file.ts'
import { type OwnBills, readBillFile, readBills } from '#stores/payment/own-bills.ts'
import { BillBuyer } from './BillBuyer.tsx'

type Bill = OwnBills['items'][number]

const NO_BILLS: OwnBills = { items: [], waiting: false }

/** The bills of a booking and their notes; before the first one, to whom it will be made out. */
export default function Bills({ booking }: { booking: BookingView }) {
  const { bookingId, history, status, actions } = booking
  // A bill follows a payment, a note follows a refund.
  const states = history.map(({ kind, state }) => `${kind} ${state}`).join()
  const hasPayment = history.some(({ kind }) => kind === 'payment')
  const [attempts, setAttempts] = useState(0)
  const [loaded, setLoaded] = useState<Outcome<OwnBills>>()
  useEffect(() => {
    if (!hasPayment) return undefined
    let isCurrent = true
    void readBills().then((response) => isCurrent && setLoaded(response))
    return () => {
      isCurrent = false
    }
  }, [bookingId, states, hasPayment, attempts])

  const response = hasPayment ? loaded : succeed(NO_BILLS)
  // A payment link does not open the bills.
  if (!response || (!response.ok && response.failure.code === 'not_found')) return null
  const { items, waiting } = response.ok ? response.value : NO_BILLS
  const isBefore = response.ok && items.length === 0 && !waiting
  // What was paid before there were bills has none.
  if (isBefore && (status === 'confirmed' || !actions.changeDetails)) return null
  return (
    <section aria-labelledby="bills">
      <h2 className="display-3" id="bills">
        Bills
      </h2>
      {!response.ok && (
        <Alert problem={formatFailure(response.failure)}>
          <LinkButton className="link min-h-8" onClick={() => setAttempts(attempts + 1)}>
            Try again
          </LinkButton>
        </Alert>
      )}
      <ul className="mt-2 empty:hidden">
        {items.map((bill) => (
          <BillItem key={bill.number} bill={bill} />
        ))}
      </ul>
      {items.length > 0 && (
        <p className="hint mt-3">Is the name or the PAN on a bill wrong? Ask us to correct it: we issue a new bill.</p>
      )}
      {waiting && (
        <p className="soft mt-2 max-w-measure text-pretty">
          Your payment is confirmed. Its bill appears here as soon as it has a number.
        </p>
      )}
      {isBefore && <p className="soft mt-2">You get your bill when your booking is confirmed.</p>}
      {response.ok && items.length === 0 && <BillBuyer booking={booking} />}
    </section>
  )
}

function BillItem({ bill: { number, heading, issuedOn, total, of } }: { bill: Bill }) {
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const download = async () => {
    setLoading(true)
    setProblem(undefined)
    const result = await readBillFile(number)
    setLoading(false)
    if ('file' in result) saveFile(result.file)
    else setProblem(result.problem)
  }
  return (
    <li className="border-line border-b py-3">
      <p className="flex items-baseline justify-between gap-x-4">
        <b className="wrap-anywhere min-w-0 font-med">
          {heading} <span className="num">{number}</span>
        </b>
        <span className="num font-med">{npr(total)}</span>
      </p>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="wrap-anywhere min-w-0 text-ink-2 text-small">
          {formatDate(issuedOn)}
          {of && `, for ${of}`}
        </span>
        <QuietButton
          className="button button-quiet button-small ml-auto"
          busy={isLoading}
          aria-label={`Download ${number}`}
          onClick={() => !isLoading && void download()}
        >
          <Download className="icon" />
          {isLoading ? 'Loading…' : 'Download'}
        </QuietButton>
      </p>
      <Alert problem={problem} />
    </li>
  )
}
