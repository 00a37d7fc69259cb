import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { kathmanduTime } from '#domain/calendar.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { yourSeats } from '#domain/your-seats.ts'
import { Price } from '#islands/ui/Price.tsx'
import { ProgressBar } from '#islands/ui/ProgressBar.tsx'
import { $booking, $underReview } from '#stores/payment/booking.ts'
import { $secondsLeft, $timeAnnouncement } from '#stores/payment/countdown.ts'
import { $upload, closeUpload, type ExpectedReceipt, openUpload } from '#stores/payment/receipt-upload.ts'
import type { QrScreen } from '#stores/payment/screen.ts'
import { abandonQrPayment, retryPayment } from '#stores/payment/start-payment.ts'
import { Alert } from '../ui/Alert.tsx'
import { QrConfirmation } from './QrConfirmation.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { getReceiptHeading, RECEIPT_COPY } from './receipt-copy.ts'
import { CountdownExpired, QrCodeWithDetails, SupportedBanks } from './ScanAndPay.tsx'
import { focusHeading } from './screen-focus.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { UnderReviewNote } from './UnderReviewNote.tsx'

const TIMEOUT_SECONDS = VERIFICATION_TIMEOUT_MS / 1_000

const EXPIRED = {
  receipt: 'If you have paid, you can still send the receipt. If not, get a new code.',
  automatic: 'If you have paid, wait: we keep checking. If not, get a new code.',
}

const PART = 'min-w-0 p-7 max-xs:px-4 max-xs:py-5'
const PART_HEADING = 'mb-4 stretch-head font-display text-3'

type Props = QrScreen & { banks: readonly string[]; processingTime: string }

/** Once staff have a receipt, nothing on the panel requests a payment. */
export default function QrPanel({ paymentId, amount, details, problem, banks, processingTime }: Props) {
  const secondsLeft = useStore($secondsLeft)
  const announcement = useStore($timeAnnouncement)
  const { state } = useStore($upload)
  const underReview = useStore($underReview) !== undefined
  useEffect(openUpload, [paymentId])
  const shownSeconds = secondsLeft ?? TIMEOUT_SECONDS
  const isExpired = secondsLeft === 0
  const isIdle = state === 'pending' || state === 'failed'
  const expected = { paymentId, amount, payee: details.accountName }
  const upload = { expected, processingTime }
  const { status, seats = 1, expiresAt, trial } = useStore($booking) ?? {}
  const isAutomatic = details.confirmedBy !== undefined
  const expiredText = isAutomatic ? EXPIRED.automatic : EXPIRED.receipt
  const leave = <LeaveButton expected={expected} isExpired={isExpired} />
  return (
    <>
      <h1 className="display-2 mt-1" tabIndex={-1} ref={focusHeading}>
        {underReview ? 'We are checking your payment' : 'Pay with QR'}
      </h1>
      <section
        className="mt-8 grid grid-cols-2 border border-line-2 border-t-6 border-t-ledge bg-paper-raised max-860:grid-cols-1"
        aria-label="QR payment"
      >
        <div className="relative col-span-full border-line-2 border-b px-7 py-5 max-xs:px-4">
          <dl className="items-baseline-last flex flex-wrap gap-x-10 gap-y-3">
            <QrFigure label="Amount">
              <Price className="text-payment-figure leading-none" amount={amount} />
            </QrFigure>
            {!underReview && (
              <QrFigure label="Time left">
                <TimeLeft className="stretch-head text-payment-figure leading-none" seconds={shownSeconds} />
              </QrFigure>
            )}
            {/* Otherwise it is beside the code. */}
            {(underReview || isExpired) && (
              <QrFigure label="Booking ID">
                <span className="num wrap-anywhere font-strong">{details.reference}</span>
              </QrFigure>
            )}
          </dl>
          {!underReview && (
            <>
              {!isExpired && (
                <p className="hint mt-3">
                  When the time is over, you can get a new code.
                  {status === 'held' &&
                    !trial &&
                    expiresAt &&
                    ` ${yourSeats(seats, 'is')} held until ${kathmanduTime(Date.parse(expiresAt))}.`}
                </p>
              )}
              <ProgressBar
                className="absolute inset-x-0 bottom-0 h-1"
                max={TIMEOUT_SECONDS}
                value={shownSeconds}
                aria-hidden="true"
              />
            </>
          )}
          <p className="visually-hidden" role="status">
            {!underReview && announcement}
          </p>
        </div>
        <div className={PART}>
          <h2 className={PART_HEADING}>{underReview ? 'Receipt received' : '1. Scan and pay'}</h2>
          {underReview ? (
            <UnderReviewNote next={RECEIPT_COPY.after} />
          ) : (
            <>
              {isExpired && isIdle ? (
                <CountdownExpired problem={problem} text={expiredText} />
              ) : (
                <QrCodeWithDetails amount={amount} details={details} />
              )}
              <SupportedBanks banks={banks} />
            </>
          )}
        </div>
        <div className={`${PART} border-line-2 border-l max-860:border-t max-860:border-l-0`}>
          <h2 className={PART_HEADING}>
            {underReview ? getReceiptHeading(state) : isAutomatic ? '2. Wait here' : '2. Upload the receipt'}
          </h2>
          {isAutomatic ? (
            <QrConfirmation paymentId={paymentId} sandboxUrl={details.sandboxUrl} leave={leave}>
              <ReceiptUpload {...upload} need="optional">
                {underReview && leave}
              </ReceiptUpload>
            </QrConfirmation>
          ) : (
            <ReceiptUpload {...upload}>{leave}</ReceiptUpload>
          )}
          <Alert problem={isExpired && isIdle ? undefined : problem} />
        </div>
      </section>
    </>
  )
}

const QrFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="label mute">{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** After a receipt was sent staff decide, so the payment cannot be abandoned. */
function LeaveButton({ expected, isExpired }: { expected: ExpectedReceipt; isExpired: boolean }) {
  const { state } = useStore($upload)
  const underReview = useStore($underReview) !== undefined
  const isAbandoned = state === 'failed' || isExpired
  const [label, onClick] = underReview
    ? [RECEIPT_COPY.leave, () => closeUpload(expected)]
    : isAbandoned
      ? ['Stop this payment', () => void abandonQrPayment()]
      : ['Choose another payment method', retryPayment]
  const isNext = underReview && state === 'failed'
  return (
    <button type="button" className={`button ${isNext ? '' : 'button-quiet'}`} onClick={onClick}>
      {label}
    </button>
  )
}
