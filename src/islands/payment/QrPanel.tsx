import { useStore } from '@nanostores/react'
import { Check, Info, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { npr, type Paisa } from '#domain/money.ts'
import { VERIFICATION_TIMEOUT_MS } from '#domain/receipt.ts'
import { Price } from '#islands/ui/Price.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { $secondsLeft, $timeSaid } from '#stores/payment/countdown.ts'
import { resumeQr } from '#stores/payment/following.ts'
import { giveUp, tryAgain } from '#stores/payment/paying.ts'
import { type Expected, leaveToStaff, openUpload } from '#stores/payment/receipt-upload.ts'
import type { QrScreen } from '#stores/payment/screen.ts'
import { $upload } from '#stores/payment/upload.ts'
import { Alert } from '../ui/Alert.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { RECEIPT_WORDS } from './receipt-words.ts'
import { arriveAt } from './state-change.ts'
import { TimeLeft } from './TimeLeft.tsx'
import './qr.css'

type Props = QrScreen & { banks: readonly string[] }

/** Scan and pay, then send the receipt (spec §2 "QR panel"). */
export default function QrPanel({ paymentId, amount, details, problem, banks }: Props) {
  const left = useStore($secondsLeft)
  const said = useStore($timeSaid)
  const { state, sent } = useStore($upload)
  const heading = useRef<HTMLHeadingElement>(null)
  // This panel comes a moment after its state did.
  useEffect(() => arriveAt(heading.current), [])
  useEffect(openUpload, [paymentId])
  const over = left === 0
  const idle = state === 'pending' || state === 'failed'
  const expected = { paymentId, amount, payee: details.accountName }
  return (
    <>
      <h1 className="display-2" tabIndex={-1} ref={heading}>
        Pay with QR
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
          {!sent && <Countdown left={left ?? VERIFICATION_TIMEOUT_MS / 1_000} />}
          <p className="visually-hidden" role="status">
            {!sent && said}
          </p>
        </div>
        <div className="qr-part">
          <h2>1. Scan and pay</h2>
          {sent ? (
            <Paid />
          ) : (
            <>
              {over && idle ? <RunOut problem={problem} /> : <Code amount={amount} details={details} />}
              <Banks banks={banks} />
            </>
          )}
        </div>
        <div className="qr-part">
          <h2>2. Upload the receipt</h2>
          <ReceiptUpload expected={expected}>
            <WayOut expected={expected} over={over} />
          </ReceiptUpload>
        </div>
      </section>
    </>
  )
}

/** What is sent is never given up: from then on only staff say how it ends. */
function WayOut({ expected, over }: { expected: Expected; over: boolean }) {
  const { state, sent } = useStore($upload)
  if (sent) return <Quiet onClick={() => leaveToStaff(expected)}>{RECEIPT_WORDS.leave}</Quiet>
  if (state === 'failed' || over) return <Quiet onClick={giveUp}>Give up</Quiet>
  return <Quiet onClick={tryAgain}>Cancel</Quiet>
}

function Quiet({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="button button-quiet" onClick={onClick}>
      {children}
    </button>
  )
}

/** The code has done its work: nobody is to pay it twice. */
function Paid() {
  return (
    <p className="note note-good">
      <Check className="icon" />
      <span>
        <b>{RECEIPT_WORDS.given}</b> {RECEIPT_WORDS.payOnce}
      </span>
    </p>
  )
}

function Code({ amount, details }: { amount: Paisa; details: Props['details'] }) {
  return (
    <>
      <div className="qr-scan">
        <QrCode text={details.code} label={`QR code to pay ${npr(amount)} to ${details.accountName}`}>
          <p>The QR code could not be shown. Reload the page, or pay by bank transfer.</p>
        </QrCode>
        <dl className="key-values">
          <Row term="Account">{details.accountName}</Row>
          <Row term="Bank">{details.bankName}</Row>
          <Row term="Amount">{npr(amount)}</Row>
          <Row term="Remark">{details.reference}</Row>
        </dl>
      </div>
      <p className="note note-warm">
        <Info className="icon" />
        <span>
          If your app does not show it, enter the exact amount manually: <b className="num">{npr(amount)}</b>.
        </span>
      </p>
    </>
  )
}

/** What was paid already is not lost: the receipt may still be sent. */
function RunOut({ problem }: { problem: string | undefined }) {
  return (
    <div className="note note-warm qr-over">
      <Info className="icon" />
      <div>
        <p>
          <b>The time has run out.</b> If you have paid, send the receipt all the same. If not, take a new code.
        </p>
        <button type="button" className="button button-small" onClick={() => void resumeQr()}>
          <RotateCw className="icon" />
          Try Again
        </button>
        <Alert problem={problem} />
      </div>
    </div>
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

function Banks({ banks }: { banks: readonly string[] }) {
  return (
    <>
      <p className="label mute qr-banks-head" id="qr-banks">
        Supported banks: most banking apps and wallets, among them
      </p>
      <ul className="qr-banks" aria-labelledby="qr-banks">
        {banks.map((bank) => (
          <li key={bank} className="tag">
            {bank}
          </li>
        ))}
      </ul>
    </>
  )
}
