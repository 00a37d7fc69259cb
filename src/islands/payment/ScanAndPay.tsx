import { Info, RotateCw } from 'lucide-react'
import { npr, type Paisa } from '#domain/money.ts'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { Facts } from '#islands/ui/Facts.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { QrCode } from '#islands/ui/QrCode.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { resumeQr } from '#stores/payment/poll-payment.ts'
import type { QrDetails } from '#stores/payment/screen.ts'
import { Alert } from '../ui/Alert.tsx'
import { CopyableAmount, CopyableValue, PlainValue } from './CopyableValue.tsx'
import { SaveQrCode, useQrCodeImage } from './SaveQrCode.tsx'

/** Touch or narrow screens: the code is shown on the device that would have to scan it. */
const PHONE_QUERY = '(pointer: coarse), (width <= 640px)'

export function QrCodeWithDetails({ amount, details }: { amount: Paisa; details: QrDetails }) {
  const onPhone = useMediaQuery(PHONE_QUERY)
  const isAutomatic = details.confirmedBy !== undefined
  return (
    <>
      {onPhone && <p className="mb-3 font-med">Save the code, open your bank app and choose Scan from gallery.</p>}
      <div className="mb-5 flex flex-wrap items-start gap-6">
        <div className="grid gap-3 max-xs:w-full">
          <QrCode
            className="w-58 max-xs:mx-auto"
            text={details.code}
            label={`QR code to pay ${npr(amount)} to ${details.accountName}`}
          >
            <p>The QR code could not be shown. Reload the page, or pay by bank transfer.</p>
          </QrCode>
          <SaveQrCode image={useQrCodeImage(amount, details)} isSmall={!onPhone} />
        </div>
        <Facts
          className="key-values grow basis-50"
          factClass="whitespace-normal wrap-anywhere"
          facts={
            isAutomatic
              ? { Payee: details.accountName, Amount: npr(amount), 'Booking ID': details.reference }
              : getFactsToCopy(amount, details)
          }
        />
      </div>
      {isAutomatic ? (
        <p className="label mute">Checkout by Fonepay</p>
      ) : (
        <Note className="note-warm">
          If your app does not show the amount or the remark, enter the exact amount manually,{' '}
          <b className="num">{npr(amount)}</b>, and the booking ID as the remark.
        </Note>
      )}
    </>
  )
}

const getFactsToCopy = (amount: Paisa, { accountName, bankName, reference }: QrDetails) => ({
  Account: <PlainValue>{accountName}</PlainValue>,
  Bank: <PlainValue>{bankName}</PlainValue>,
  Amount: <CopyableAmount amount={amount} />,
  'Booking ID': <CopyableValue name="booking ID" text={reference} />,
})

/** A receipt can still be sent for a payment that was made. */
export function CountdownExpired({ problem, text }: { problem: string | undefined; text: string }) {
  return (
    <div className="note note-warm">
      <Info className="icon" />
      <div className="grid justify-items-start gap-3">
        <p>
          <b>The time has run out.</b> {text}
        </p>
        <SmallButton onClick={() => void resumeQr()}>
          <RotateCw className="icon" />
          Try Again
        </SmallButton>
        <Alert problem={problem} />
      </div>
    </div>
  )
}

export const SupportedBanks = ({ banks }: { banks: readonly string[] }) => (
  <p className="hint mt-5">Supported banks: most banking apps and wallets, including {banks.join(', ')}.</p>
)
