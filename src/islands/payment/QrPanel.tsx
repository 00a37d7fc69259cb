import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt/receipt.ts'
import { Price } from '#islands/ui/Price.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import { $secondsLeft, $timeAnnouncement } from '#stores/payment/countdown.ts'
import { closeUpload, type ExpectedReceipt, openUpload } from '#stores/payment/receipt-upload.ts'
import type { QrScreen } from '#stores/payment/screen.ts'
import { abandonQrPayment, retryPayment } from '#stores/payment/start-payment.ts'
import { $upload } from '#stores/payment/upload.ts'
import { Alert } from '../ui/Alert.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { getReceiptHeading, RECEIPT_COPY } from './receipt-copy.ts'
import { ScanAndPay } from './ScanAndPay.tsx'
import { focusHeading } from './screen-focus.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { UnderReview } from './UnderReview.tsx'
import './qr-panel.css'

type Props = QrScreen & { banks: readonly string[] }

/** Scan and pay, then send the receipt. Once staff have one, nothing on the panel asks for money. */
export default function QrPanel({ paymentId, amount, details, problem, banks }: Props) {
  const left = useStore($secondsLeft)
  const said = useStore($timeAnnouncement)
  const { state } = useStore($upload)
  const underReview = useStore($underReview) !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  // This panel comes a moment after its state did.
  useEffect(() => focusHeading(heading.current), [])
  useEffect(openUpload, [paymentId])
  const over = left === 0
  const idle = state === 'pending' || state === 'failed'
  const expected = { paymentId, amount, payee: details.accountName }
  return (
    <>
      <h1 className="display-2" tabIndex={-1} ref={heading}>
        {underReview ? 'We are checking your payment' : 'Pay with QR'}
      </h1>
      <section className="qr-panel" aria-label="QR payment">
        <div className="qr-head">
          <dl>
            <div>
              <dt className="label mute">Amount</dt>
              <dd>
                <Price amount={amount} />
              </dd>
            </div>
            <div>
              <dt className="label mute">Booking ID</dt>
              <dd className="num">{details.reference}</dd>
            </div>
          </dl>
          {!underReview && <Countdown left={left ?? VERIFICATION_TIMEOUT_MS / 1_000} />}
          <p className="visually-hidden" role="status">
            {!underReview && said}
          </p>
        </div>
        <div className="qr-part">
          <h2>{underReview ? 'Receipt received' : '1. Scan and pay'}</h2>
          {underReview ? (
            <UnderReview next={RECEIPT_COPY.after} />
          ) : (
            <ScanAndPay amount={amount} details={details} banks={banks} over={over && idle} problem={problem} />
          )}
        </div>
        <div className="qr-part">
          <h2>{underReview ? getReceiptHeading(state) : '2. Upload the receipt'}</h2>
          <ReceiptUpload expected={expected}>
            <LeaveActions expected={expected} over={over} />
          </ReceiptUpload>
          <Alert problem={over && idle ? undefined : problem} />
        </div>
      </section>
    </>
  )
}

/** With a receipt in their hands staff alone decide: the payment can no longer be given up. */
function LeaveActions({ expected, over }: { expected: ExpectedReceipt; over: boolean }) {
  const { state } = useStore($upload)
  const underReview = useStore($underReview) !== undefined
  if (underReview)
    return (
      <LeaveButton isNext={state === 'failed'} onClick={() => closeUpload(expected)}>
        {RECEIPT_COPY.leave}
      </LeaveButton>
    )
  if (state === 'failed' || over) return <LeaveButton onClick={() => void abandonQrPayment()}>Give up</LeaveButton>
  return <LeaveButton onClick={retryPayment}>Cancel</LeaveButton>
}

function LeaveButton({
  onClick,
  children,
  isNext = false,
}: {
  onClick: () => void
  children: ReactNode
  isNext?: boolean
}) {
  return (
    <button type="button" className={`button ${isNext ? '' : 'button-quiet'}`} onClick={onClick}>
      {children}
    </button>
  )
}

function Countdown({ left }: { left: number }) {
  return (
    <p className="qr-time">
      <span className="label mute">Time left</span> <TimeLeft seconds={left} />
      <progress max={VERIFICATION_TIMEOUT_MS / 1_000} value={left} aria-hidden="true" />
    </p>
  )
}
