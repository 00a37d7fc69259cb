import { Info, RotateCw } from 'lucide-react'
import { npr, type Paisa, toDecimalRupees } from '#domain/money.ts'
import { KeyValueRow } from '#islands/ui/KeyValueRow.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { resumeQr } from '#stores/payment/poll-payment.ts'
import type { QrDetails } from '#stores/payment/screen.ts'
import { Alert } from '../ui/Alert.tsx'
import { Copyable } from './Copyable.tsx'
import { SaveQrCode, useQrCodeImage } from './SaveQrCode.tsx'

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
      {over ? <CountdownExpired problem={problem} /> : <QrCodeWithDetails amount={amount} details={details} />}
      <SupportedBanks banks={banks} />
    </>
  )
}

/** A finger points, or the screen is as narrow as a phone's: the code is on the device that would have to scan it. */
const PHONE_QUERY = '(pointer: coarse), (width <= 640px)'

function QrCodeWithDetails({ amount, details }: { amount: Paisa; details: QrDetails }) {
  const onPhone = useMediaQuery(PHONE_QUERY)
  const save = <SaveQrCode image={useQrCodeImage(amount, details)} first={onPhone} />
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
          <KeyValueRow term="Account">{details.accountName}</KeyValueRow>
          <KeyValueRow term="Bank">{details.bankName}</KeyValueRow>
          <KeyValueRow term="Amount">
            <Copyable name="amount" text={npr(amount)} copies={toDecimalRupees(amount).replace(/\.00$/, '')} />
          </KeyValueRow>
          <KeyValueRow term="Remark">
            <Copyable name="remark" text={details.reference} />
          </KeyValueRow>
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
function CountdownExpired({ problem }: { problem: string | undefined }) {
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

function SupportedBanks({ banks }: { banks: readonly string[] }) {
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
