import { useStore } from '@nanostores/react'
import { CreditCard, Landmark, type LucideIcon, QrCode, Smartphone, Wallet } from 'lucide-react'
import type { PaymentMethod } from '#domain/payment.ts'
import { Choice, ChoiceDetail } from '#islands/ui/Choice.tsx'
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

const FEE_COLUMNS = 'grid grid-cols-payment-fees items-center justify-end gap-x-3 text-right text-ink-3'

export function PaymentMethods({ methods }: { methods: readonly PaymentMethodContent[] }) {
  const selectedMethod = useStore($method)
  const offers = useStore($booking)?.methods
  return (
    <>
      <div className={`${FEE_COLUMNS} pr-3.75 pb-2 text-label max-sm:hidden`} aria-hidden="true">
        <span>Fee</span>
        <span>Processing time</span>
      </div>
      <fieldset className="grid gap-2.5">
        <legend className="visually-hidden">Payment method</legend>
        {methods.map(({ id, name, description, features, feeText, processingTime, popular }) => {
          const Icon = METHOD_ICONS[id]
          const reason = offers?.find((offer) => offer.id === id)?.reason
          return (
            <Choice
              key={id}
              className="py-4 max-sm:flex-wrap max-sm:gap-x-3.5 max-sm:gap-y-2.5 max-380:gap-x-3.5"
              centered
              name="method"
              value={id}
              checked={id === selectedMethod}
              disabled={reason !== undefined}
              onChange={() => selectMethod(id)}
            >
              <span className="grid size-11 flex-none place-items-center rounded-1 bg-paper-sunk text-icon-medium text-ink-2 group-has-checked/choice:bg-brick-wash group-has-checked/choice:text-brick max-sm:hidden">
                <Icon className="icon" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-stretch-90% text-4 leading-tight">
                  <b>{name}</b>
                  {popular && <span className="tag tag-hot">Popular</span>}
                </span>
                <ChoiceDetail>{reason ?? description}</ChoiceDetail>
                {reason === undefined && <ChoiceDetail>{features.join(' · ')}</ChoiceDetail>}
              </span>
              <span
                className={`${FEE_COLUMNS} text-small max-sm:flex max-sm:basis-full max-sm:justify-between max-sm:pl-9 max-sm:text-left`}
              >
                <span className="num">
                  <span className="visually-hidden">Fee: </span>
                  <b className="text-ink">{feeText}</b>
                </span>
                <span className="num">
                  <span className="visually-hidden">Processing time: </span>
                  {processingTime}
                </span>
              </span>
            </Choice>
          )
        })}
      </fieldset>
    </>
  )
}
