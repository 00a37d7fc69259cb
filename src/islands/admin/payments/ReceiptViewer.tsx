import { Check, CircleHelp, RotateCcw, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PaymentView, ReceiptView } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { formatInstant } from '#domain/calendar.ts'
import { compareReceipt, type ReceiptComparison } from '#domain/receipt/comparison.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { staffLedger } from '#stores/admin/ledger.ts'
import { selectPayment } from '#stores/admin/payments/screen.ts'
import { environment } from '#stores/environment.ts'
import { LoadError } from '../load-states.tsx'
import { TableHead } from '../TableHead.tsx'
import './receipts.css'

interface Props {
  view: PaymentView
  receipt: ReceiptView
}

export function ReceiptViewer({ view, receipt, select }: Props & { select: (receiptId: string) => void }) {
  const sentAt = formatInstant(Date.parse(receipt.sentAt))
  return (
    <div className="verify-receipt">
      {view.receipts.length > 1 && (
        <div className="field">
          <label htmlFor="receipt-chosen">{view.receipts.length} receipts were uploaded</label>
          <select id="receipt-chosen" value={receipt.receiptId} onChange={({ target }) => select(target.value)}>
            {view.receipts.map(({ receiptId, sentAt }) => (
              <option key={receiptId} value={receiptId}>
                {formatInstant(Date.parse(sentAt))}
              </option>
            ))}
          </select>
        </div>
      )}
      {receipt.hasImage ? (
        <ReceiptImage key={receipt.receiptId} url={staffLedger.receiptUrl(receipt.receiptId)} sentAt={sentAt} />
      ) : (
        <p className="mute">The image was deleted after 90 days.</p>
      )}
      <p className="small mute">Sent {sentAt}</p>
    </div>
  )
}

const ZOOM_LEVELS = [1, 1.5, 2, 3, 4] as const
const MAX_ZOOM = ZOOM_LEVELS.length - 1
const LOAD_TIMEOUT_MS = 20_000

function ReceiptImage({ url, sentAt }: { url: string; sentAt: string }) {
  const [zoom, setZoom] = useState(0)
  const [rotation, setRotation] = useState(0)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  useEffect(
    () => (state === 'loading' ? environment().later(() => setState('failed'), LOAD_TIMEOUT_MS) : undefined),
    [state],
  )
  const frame = useRef<HTMLElement>(null)
  // The focused retry button is about to disappear.
  const retry = () => {
    frame.current?.focus()
    setState('loading')
  }
  const isUnavailable = state !== 'loaded'
  const tools = [
    {
      label: 'Zoom in',
      icon: ZoomIn,
      disabled: isUnavailable || zoom === MAX_ZOOM,
      run: () => setZoom(zoom + 1),
      key: '+',
    },
    { label: 'Zoom out', icon: ZoomOut, disabled: isUnavailable || zoom === 0, run: () => setZoom(zoom - 1), key: '-' },
    {
      label: 'Rotate left',
      icon: RotateCcw,
      disabled: isUnavailable,
      run: () => setRotation((rotation + 3) % 4),
      key: '[',
    },
    {
      label: 'Rotate right',
      icon: RotateCw,
      disabled: isUnavailable,
      run: () => setRotation((rotation + 1) % 4),
      key: ']',
    },
  ]
  return (
    <>
      <section
        ref={frame}
        className="receipt-frame"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={`Receipt of ${sentAt}: scroll it with the arrow keys`}
      >
        {state === 'loading' && <p className="receipt-coming mute">Loading the image.</p>}
        {state === 'failed' ? (
          <LoadError failure={IMAGE_NOT_LOADED} onRetry={retry} />
        ) : (
          <div data-zoom={ZOOM_LEVELS[zoom]} data-turn={rotation}>
            <img
              src={url}
              alt={`Receipt of ${sentAt}`}
              onLoad={() => setState('loaded')}
              onError={() => setState('failed')}
            />
          </div>
        )}
      </section>
      <div className="receipt-tools">
        {tools.map(({ label, icon: Icon, disabled, run, key }) => (
          <IconButton
            icon={Icon}
            key={label}
            aria-label={label}
            aria-keyshortcuts={key}
            aria-disabled={disabled || undefined}
            onClick={() => !disabled && run()}
          />
        ))}
        <a className="link small" href={url} download>
          Download the image
        </a>
      </div>
    </>
  )
}

const IMAGE_NOT_LOADED: Failure = { code: 'unreachable', message: 'The image did not load.' }

const VERDICT_ICONS = { good: Check, bad: X, review: CircleHelp }

const getChecks = ({ view, receipt }: Props): ReceiptComparison[] =>
  compareReceipt(receipt.reading, receipt.problems, receipt.earlier, {
    amount: view.payment.amount,
    payee: view.payee,
    fresh: view.payment.method === 'qr_payment',
    sentAt: Date.parse(receipt.sentAt),
  })

/** Whether a check failed, so that rejecting is the primary action. */
export const hasFailedCheck = (view: PaymentView, receipt: ReceiptView): boolean =>
  getChecks({ view, receipt }).some(({ verdict }) => verdict === 'bad')

export function ReceiptChecks({ view, receipt }: Props) {
  return (
    <div className="verify-read">
      <table className="verify-checks">
        <caption className="small mute">
          The payer’s browser read these values from the image. They can be wrong or forged. Compare them with the image
          and the bank account.
        </caption>
        <TableHead columns={{ Field: '', 'Read automatically': '', Expected: '', Result: '' }} />
        <tbody>
          {getChecks({ view, receipt }).map((check) => (
            <CheckRow key={check.field} {...check} />
          ))}
        </tbody>
      </table>
      {!receipt.reading && <p className="small mute">No text was recognised in this image. Check it manually.</p>}
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
  image: 'The same image',
  transaction: 'The same transaction',
} as const

function DuplicateReceipts({ earlier }: Pick<ReceiptView, 'earlier'>) {
  return (
    <div className="note note-bad">
      <ul>
        {earlier.map(({ match, payment }, index) => (
          // Bookings of other locations show no customer data.
          <li key={payment?.paymentId ?? `elsewhere ${index}`}>
            {DUPLICATE_LABELS[match]}:{' '}
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
              'a booking at another location'
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
