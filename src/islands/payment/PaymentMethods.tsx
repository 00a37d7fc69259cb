import { useStore } from '@nanostores/react'
import { CreditCard, Landmark, type LucideIcon, QrCode, Smartphone, Wallet } from 'lucide-react'
import type { PaymentMethod } from '#domain/payment.ts'
import { $booking, $method } from '#stores/payment/booking.ts'
import { selectMethod } from '#stores/payment/start-payment.ts'

export interface PaymentMethodContent {
  id: PaymentMethod
  name: string
  description: string
  features: readonly string[]
  feeText: string
  processingTime: string
  popular: boolean
  /** For the QR panel. */
  supportedBanks?: readonly string[] | undefined
}

const METHOD_ICONS: Readonly<Record<PaymentMethod, LucideIcon>> = {
  esewa: Wallet,
  khalti: Smartphone,
  stripe: CreditCard,
  qr_payment: QrCode,
  bank_transfer: Landmark,
}

export function PaymentMethods({ methods }: { methods: readonly PaymentMethodContent[] }) {
  const selectedMethod = useStore($method)
  const offers = useStore($booking)?.methods
  return (
    <>
      <div className="payment-heads" aria-hidden="true">
        <span>Fee</span>
        <span>Processing time</span>
      </div>
      <fieldset className="choice-rows payment-methods">
        <legend className="visually-hidden">Payment method</legend>
        {methods.map(({ id, name, description, features, feeText, processingTime, popular }) => {
          const Icon = METHOD_ICONS[id]
          const reason = offers?.find((offer) => offer.id === id)?.reason
          return (
            <label key={id} className={reason === undefined ? 'choice' : 'choice choice-off'}>
              <input
                type="radio"
                name="method"
                value={id}
                checked={id === selectedMethod}
                disabled={reason !== undefined}
                onChange={() => selectMethod(id)}
              />
              <span className="payment-mark">
                <Icon className="icon" />
              </span>
              <span className="choice-text">
                <span className="payment-name">
                  <b>{name}</b>
                  {popular && <span className="tag tag-hot">Popular</span>}
                </span>
                <span className="choice-detail">{reason ?? description}</span>
                {reason === undefined && <span className="choice-detail">{features.join(' · ')}</span>}
              </span>
              <span className="payment-fees">
                <span className="num">
                  <span className="visually-hidden">Fee: </span>
                  <b>{feeText}</b>
                </span>
                <span className="num">
                  <span className="visually-hidden">Processing time: </span>
                  {processingTime}
                </span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </>
  )
}
