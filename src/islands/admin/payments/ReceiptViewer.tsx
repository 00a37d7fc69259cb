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

interface Props {
  view: PaymentView
  receipt: ReceiptView
}

export function ReceiptViewer({ view, receipt, select }: Props & { select: (receiptId: string) => void }) {
  const sentAt = formatInstant(Date.parse(receipt.sentAt))
  return (
    <div className="@max-860px:order-1 @max-860px:-mx-5 grid min-w-0 content-start gap-3 border-line @max-860px:border-y border-r @max-860px:border-r-0 bg-paper-sunk p-5">
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
        <p className="mute">Sent {sentAt}. The image was deleted after 90 days.</p>
      )}
    </div>
  )
}

const ZOOM_LEVELS = [1, 1.5, 2, 3, 4] as const
const ZOOM_CLASSES = ['size-full', 'size-3/2', 'size-2/1', 'size-3/1', 'size-4/1'] as const
/** By quarter turns. On its side, the image has the width of the frame as its height. */
const ROTATION_CLASSES = [
  'size-full',
  'h-cqw w-cqh rotate-90',
  'size-full rotate-180',
  'h-cqw w-cqh rotate-270',
] as const
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
        className="receipt-frame @container-size @max-860px:h-80 h-fluid-320-620 overflow-auto border border-line-2 bg-paper-raised"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={`Receipt of ${sentAt}: scroll it with the arrow keys`}
      >
        {state === 'loading' && <p className="mute absolute p-4">Loading the image.</p>}
        {state === 'failed' ? (
          <div className="*:m-4! *:flex-wrap">
            <LoadError failure={IMAGE_NOT_LOADED} onRetry={retry} />
          </div>
        ) : (
          <div className={`@container-size relative ${ZOOM_CLASSES[zoom]}`} data-zoom={ZOOM_LEVELS[zoom]}>
            <img
              className={`-translate-1/2 absolute top-1/2 left-1/2 max-w-none object-contain ${ROTATION_CLASSES[rotation]}`}
              src={url}
              alt={`Receipt of ${sentAt}`}
              onLoad={() => setState('loaded')}
              onError={() => setState('failed')}
            />
          </div>
        )}
      </section>
      <div className="flex flex-wrap items-center gap-1">
        {tools.map(({ label, icon: Icon, disabled, run, key }) => (
          <IconButton
            icon={Icon}
            key={label}
            className="icon-button aria-disabled:text-line-3"
            aria-label={label}
            aria-keyshortcuts={key}
            aria-disabled={disabled || undefined}
            onClick={() => !disabled && run()}
          />
        ))}
        <a className="link ml-auto min-h-11" href={url} download>
          Download<span className="visually-hidden"> the image</span>
        </a>
      </div>
      <p className="small mute">Sent {sentAt}</p>
    </>
  )
}

const IMAGE_NOT_LOADED: Failure = { code: 'unreachable', message: 'The image did not load.' }

const VERDICTS = {
  good: { icon: Check, color: 'text-pipal' },
  bad: { icon: X, color: 'text-danger' },
  review: { icon: CircleHelp, color: 'text-marigold-ink' },
} as const

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

const CELL = 'border-line border-b py-2 align-top max-sm:border-0 max-sm:p-0 @max-860px:whitespace-normal'
const HEADER_CELL = `whitespace-nowrap text-left font-text text-ink-3 ${CELL}`

export function ReceiptChecks({ view, receipt }: Props) {
  return (
    <div className="@max-860px:order-2 grid grid-cols-1 gap-3">
      <table className="w-full text-compact tabular-nums">
        <caption className="small mute pb-1.5 text-left">
          The payer’s browser read these values from the image. They can be wrong or forged. Compare them with the image
          and the bank account.
        </caption>
        <thead className="max-sm:sr-only">
          <tr>
            {['Field', 'Read automatically', 'Expected', 'Result'].map((header) => (
              <th key={header} scope="col" className={`pr-6 text-label last:pr-0 last:text-right ${HEADER_CELL}`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
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
  const { icon: Icon, color } = VERDICTS[verdict]
  return (
    // On a phone, a rule takes two lines: its name and verdict, then both values.
    <tr
      className={`max-sm:grid max-sm:grid-cols-1fr-auto max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:border-line max-sm:border-b max-sm:py-2 ${verdict === 'bad' ? 'bg-danger-wash shadow-row-bad' : ''}`}
    >
      <th scope="row" className={`pr-6 ${HEADER_CELL}`}>
        {field}
      </th>
      <td className={`num wrap-anywhere whitespace-normal pr-6 max-sm:col-start-1 max-sm:row-start-2 ${CELL}`}>
        {read || <span className="mute">–</span>}
      </td>
      <td
        className={`num wrap-anywhere whitespace-normal max-sm:col-start-2 max-sm:row-start-2 max-sm:text-right max-sm:text-ink-3 sm:pr-6 ${CELL}`}
      >
        {expected || <span className="mute">–</span>}
      </td>
      <td className={`text-right ${CELL}`}>
        <span className={`inline-flex items-center gap-1.25 font-strong max-sm:whitespace-nowrap ${color}`}>
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
