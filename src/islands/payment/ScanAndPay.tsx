import { Info, RotateCw } from 'lucide-react'
import { npr, type Paisa, rupeeText } from '#domain/money.ts'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { Row } from '#islands/ui/Row.tsx'
import { useMedia } from '#islands/ui/useMedia.ts'
import { resumeQr } from '#stores/payment/following.ts'
import type { QrDetails } from '#stores/payment/screen.ts'
import { Alert } from '../ui/Alert.tsx'
import { Copyable } from './Copyable.tsx'
import { SaveCode, useCodeImage } from './SaveCode.tsx'

interface Props {
  amount: Paisa
  details: QrDetails
  banks: readonly string[]
  /** The time to pay is over, and no receipt is on its way. */
  over: boolean
  problem: string | undefined
}

/** The code to pay with, or a way to get a new one. */
export function ScanAndPay({ amount, details, banks, over, problem }: Props) {
  return (
    <>
      {over ? <RunOut problem={problem} /> : <Code amount={amount} details={details} />}
      <Banks banks={banks} />
    </>
  )
}

/** A finger points, or the screen is as narrow as a phone's: the code is on the device that would have to scan it. */
const PHONE = '(pointer: coarse), (width <= 640px)'

function Code({ amount, details }: { amount: Paisa; details: QrDetails }) {
  const onPhone = useMedia(PHONE)
  const save = <SaveCode image={useCodeImage(amount, details)} first={onPhone} />
  return (
    <>
      {onPhone && (
        <>
          <p className="qr-gallery">Save it, open your bank app and choose Scan from gallery.</p>
          {save}
        </>
      )}
      <div className={`qr-scan ${onPhone ? 'qr-scan-phone' : ''}`}>
        <QrCode text={details.code} label={`QR code to pay ${npr(amount)} to ${details.accountName}`}>
          <p>The QR code could not be shown. Reload the page, or pay by bank transfer.</p>
        </QrCode>
        <dl className="key-values">
          <Row term="Account">{details.accountName}</Row>
          <Row term="Bank">{details.bankName}</Row>
          <Row term="Amount">
            <Copyable name="amount" text={npr(amount)} copies={rupeeText(amount).replace(/\.00$/, '')} />
          </Row>
          <Row term="Remark">
            <Copyable name="remark" text={details.reference} />
          </Row>
        </dl>
      </div>
      {!onPhone && save}
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
