import { Check, CircleHelp, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PaymentView, ReceiptView } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'
import type { ReceiptReading } from '#domain/receipt.ts'
import { type ReceiptCheck, receiptChecks } from '#domain/receipt-check.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { pick } from '#stores/admin/payments/screen.ts'
import { environment } from '#stores/environment.ts'
import { Problem } from '../Problem.tsx'
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
        <Picture key={receipt.receiptId} address={staffLedger.receipt(receipt.receiptId)} at={at} />
      ) : (
        <p className="mute">The picture was deleted after ninety days.</p>
      )}
      <p className="small mute">Sent {at}</p>
    </div>
  )
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const

/** A picture that has not come by then is not waited for any longer. */
const PATIENCE_MS = 20_000

/** The picture in a frame that scrolls: larger, smaller and turned by buttons, moved with the arrow keys. */
function Picture({ address, at }: { address: string; at: string }) {
  const [zoom, setZoom] = useState(0)
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming')
  useEffect(
    () => (state === 'coming' ? environment().later(() => setState('failed'), PATIENCE_MS) : undefined),
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
    { label: 'Larger', icon: ZoomIn, off: none || zoom === ZOOMS.length - 1, act: () => setZoom(zoom + 1), key: '+' },
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
          <Problem failure={NOT_COME} again={again} />
        ) : (
          <div data-zoom={ZOOMS[zoom]} data-turn={turn}>
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

const NOT_COME: Failure = { code: 'unreachable', message: 'The picture did not come.' }

const ICONS = { good: Check, bad: X, look: CircleHelp }

const checksOf = ({ view, receipt }: Props): ReceiptCheck[] =>
  receiptChecks(receipt.reading as ReceiptReading | null, receipt.problems, receipt.earlier, {
    amount: view.payment.amount as Paisa,
    payee: view.payee,
    fresh: view.payment.method === 'qr_payment',
    sentAt: Date.parse(receipt.sentAt),
  })

/** Whether a rule is broken, so that rejecting comes first. */
export const isDoubtful = (view: PaymentView, receipt: ReceiptView): boolean =>
  checksOf({ view, receipt }).some(({ verdict }) => verdict === 'bad')

/** Rule by rule: what the receipt says, what it should say, and what that means. */
export function Checks({ view, receipt }: Props) {
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
          {checksOf({ view, receipt }).map((check) => (
            <Row key={check.field} {...check} />
          ))}
        </tbody>
      </table>
      {!receipt.reading && <p className="small mute">Nothing was read on this picture: look at it yourself.</p>}
      {receipt.earlier.length > 0 && <Earlier earlier={receipt.earlier} />}
    </div>
  )
}

function Row({ field, read, expected, verdict, words }: ReceiptCheck) {
  const Icon = ICONS[verdict]
  return (
    <tr data-verdict={verdict}>
      <th scope="row">{field}</th>
      <td className="num verify-said">{read || <span className="mute">–</span>}</td>
      <td className="num verify-should">{expected || <span className="mute">–</span>}</td>
      <td>
        <span className="verify-verdict">
          <Icon className="icon" aria-hidden="true" />
          {words}
        </span>
      </td>
    </tr>
  )
}

const SAME = { file: 'The same file', picture: 'The same picture', transaction: 'The same transaction' } as const

function Earlier({ earlier }: Pick<ReceiptView, 'earlier'>) {
  return (
    <div className="note note-bad">
      <ul>
        {earlier.map(({ same, payment }, index) => (
          // Of another location nothing is said that could be a key.
          <li key={payment?.paymentId ?? `elsewhere ${index}`}>
            {SAME[same]}:{' '}
            {payment ? (
              <a
                href={`/admin/payments?open=${payment.paymentId}`}
                onClick={(event) => {
                  event.preventDefault()
                  pick(payment.paymentId)
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
