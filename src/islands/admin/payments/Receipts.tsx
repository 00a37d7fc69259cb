import { Check, CircleHelp, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PaymentView, ReceiptView } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'
import { compareReceipt, type ReceiptComparison } from '#domain/receipt/comparison.ts'
import type { ReceiptReading } from '#domain/receipt/receipt.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { environment } from '#stores/environment.ts'
import { LoadError } from '../LoadError.tsx'
import './receipts.css'

interface Props {
  view: PaymentView
  /** The receipt in sight. */
  receipt: ReceiptView
}

/** The receipt in sight, large; where several were sent, another can be chosen. */
export function Receipts({ view, receipt, choose }: Props & { choose: (receiptId: string) => void }) {
  const at = formatInstant(Date.parse(receipt.sentAt))
  return (
    <div className="verify-receipt">
      {view.receipts.length > 1 && (
        <div className="field">
          <label htmlFor="receipt-chosen">{view.receipts.length} receipts were sent</label>
          <select id="receipt-chosen" value={receipt.receiptId} onChange={({ target }) => choose(target.value)}>
            {view.receipts.map(({ receiptId, sentAt }) => (
              <option key={receiptId} value={receiptId}>
                {formatInstant(Date.parse(sentAt))}
              </option>
            ))}
          </select>
        </div>
      )}
      {receipt.kept ? (
        <ReceiptImage key={receipt.receiptId} address={staffLedger.receiptUrl(receipt.receiptId)} at={at} />
      ) : (
        <p className="mute">The picture was deleted after ninety days.</p>
      )}
      <p className="small mute">Sent {at}</p>
    </div>
  )
}

const ZOOM_LEVELS = [1, 1.5, 2, 3, 4] as const

/** A picture that has not come by then is not waited for any longer. */
const LOAD_TIMEOUT_MS = 20_000

/** The picture in a frame that scrolls: larger, smaller and turned by buttons, moved with the arrow keys. */
function ReceiptImage({ address, at }: { address: string; at: string }) {
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming')
  useEffect(
    () => (state === 'coming' ? environment().later(() => setState('failed'), LOAD_TIMEOUT_MS) : undefined),
    [state],
  )
  const frame = useRef<HTMLElement>(null)
  // The button that was pressed goes with what it stood in.
  const again = () => {
    frame.current?.focus()
    setState('coming')
  }
  const none = state !== 'here'
  const tools = [
    {
      label: 'Larger',
      icon: ZoomIn,
      off: none || zoom === ZOOM_LEVELS.length - 1,
      act: () => setZoom(zoom + 1),
      key: '+',
    },
    { label: 'Smaller', icon: ZoomOut, off: none || zoom === 0, act: () => setZoom(zoom - 1), key: '-' },
    { label: 'Turn left', icon: RotateCcw, off: none, act: () => setTurn((turn + 3) % 4), key: '[' },
    { label: 'Turn right', icon: RotateCw, off: none, act: () => setTurn((turn + 1) % 4), key: ']' },
  ]
  return (
    <>
      <section
        ref={frame}
        className="receipt-frame"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={`Receipt of ${at}: scroll it with the arrow keys`}
      >
        {state === 'coming' && <p className="receipt-coming mute">The picture is coming.</p>}
        {state === 'failed' ? (
          <LoadError failure={IMAGE_NOT_LOADED} onRetry={again} />
        ) : (
          <div data-zoom={ZOOM_LEVELS[zoom]} data-turn={turn}>
            <img
              src={address}
              alt={`Receipt of ${at}`}
              onLoad={() => setState('here')}
              onError={() => setState('failed')}
            />
          </div>
        )}
      </section>
      <div className="receipt-tools">
        {tools.map(({ label, icon: Icon, off, act, key }) => (
          <button
            key={label}
            type="button"
            className="icon-button"
            aria-label={label}
            aria-keyshortcuts={key}
            aria-disabled={off || undefined}
            onClick={() => !off && act()}
          >
            <Icon className="icon" aria-hidden="true" />
          </button>
        ))}
        <a className="link small" href={address} download>
          Save the picture
        </a>
      </div>
    </>
  )
}

const IMAGE_NOT_LOADED: Failure = { code: 'unreachable', message: 'The picture did not come.' }

const VERDICT_ICONS = { good: Check, bad: X, look: CircleHelp }

const getChecks = ({ view, receipt }: Props): ReceiptComparison[] =>
  compareReceipt(receipt.reading as ReceiptReading | null, receipt.problems, receipt.earlier, {
    amount: view.payment.amount as Paisa,
    payee: view.payee,
    fresh: view.payment.method === 'qr_payment',
    sentAt: Date.parse(receipt.sentAt),
  })

/** Whether a rule is broken, so that rejecting comes first. */
export const isDoubtful = (view: PaymentView, receipt: ReceiptView): boolean =>
  getChecks({ view, receipt }).some(({ verdict }) => verdict === 'bad')

/** Rule by rule: what the receipt says, what it should say, and what that means. */
export function ReceiptChecks({ view, receipt }: Props) {
  return (
    <div className="verify-read">
      <table className="verify-checks">
        <caption className="small mute">
          Read from the picture by the payer’s browser: letters can be wrong, and anybody can send such values. Compare
          them with the picture and the account.
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Read by machine</th>
            <th scope="col">Expected</th>
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {getChecks({ view, receipt }).map((check) => (
            <CheckRow key={check.field} {...check} />
          ))}
        </tbody>
      </table>
      {!receipt.reading && <p className="small mute">Nothing was read on this picture: look at it yourself.</p>}
      {receipt.earlier.length > 0 && <DuplicateReceipts earlier={receipt.earlier} />}
    </div>
  )
}

function CheckRow({ field, read, expected, verdict, text }: ReceiptComparison) {
  const Icon = VERDICT_ICONS[verdict]
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{field}</th>
      <td className="num verify-said">{read || <span className="mute">–</span>}</td>
      <td className="num verify-should">{expected || <span className="mute">–</span>}</td>
      <td>
        <span className="verify-verdict">
          <Icon className="icon" aria-hidden="true" />
          {text}
        </span>
      </td>
    </tr>
  )
}

const DUPLICATE_LABELS = {
  file: 'The same file',
  picture: 'The same picture',
  transaction: 'The same transaction',
} as const

function DuplicateReceipts({ earlier }: Pick<ReceiptView, 'earlier'>) {
  return (
    <div className="note note-bad">
      <ul>
        {earlier.map(({ same, payment }, index) => (
          // Of another location nothing is said that could be a key.
          <li key={payment?.paymentId ?? `elsewhere ${index}`}>
            {DUPLICATE_LABELS[same]}:{' '}
            {payment ? (
              <a
                href={`/admin/payments?open=${payment.paymentId}`}
                onClick={(event) => {
                  event.preventDefault()
                  selectPayment(payment.paymentId)
                }}
              >
                {payment.customerName}, {payment.bookingId}
              </a>
            ) : (
              'a booking of another location'
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
