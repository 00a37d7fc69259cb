import { useStore } from '@nanostores/react'
import { npr, ZERO } from '#domain/money.ts'
import { methodFee, type PaymentMethod, STAFF_CONFIRMED_METHODS } from '#domain/payment.ts'
import { Choice, ChoiceDetail } from '#islands/ui/Choice.tsx'
import { $booking, $method } from '#stores/payment/booking.ts'
import { selectMethod } from '#stores/payment/start-payment.ts'
import { MethodMark } from './MethodMark.tsx'

export interface PaymentMethodContent {
  id: PaymentMethod
  name: string
  description: string
  feeText: string
  processingTime: string
  popular: boolean
  /** For the QR panel. */
  supportedBanks?: readonly string[] | undefined
}

const FEE_COLUMNS = 'grid grid-cols-payment-fees items-center justify-end gap-x-3 text-right text-ink-3'

export function PaymentMethods({ methods }: { methods: readonly PaymentMethodContent[] }) {
  const selectedMethod = useStore($method)
  const { methods: offers, needsEmailConfirmed, change, totalAmount = ZERO } = useStore($booking) ?? {}
  const findReason = (id: PaymentMethod) => offers?.find((offer) => offer.id === id)?.reason
  // A change is over before staff could confirm a payment.
  const hidden = change ? STAFF_CONFIRMED_METHODS : []
  const shown = methods.filter(({ id }) => !hidden.includes(id))
  return (
    <>
      <div className={`${FEE_COLUMNS} pr-3.75 pb-2 text-label max-sm:hidden`} aria-hidden="true">
        <span>Fee</span>
        <span>Processing time</span>
      </div>
      <fieldset className="grid gap-2.5">
        <legend className="visually-hidden">Payment method</legend>
        {shown.map(({ id, name, description, feeText, processingTime, popular }) => {
          const reason = findReason(id)
          const fee = methodFee(id, totalAmount)
          return (
            <Choice
              key={id}
              className="py-4 max-sm:flex-wrap max-sm:items-start max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3"
              centered
              name="method"
              value={id}
              checked={id === selectedMethod}
              disabled={reason !== undefined}
              onChange={() => selectMethod(id)}
            >
              <MethodMark method={id} />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-stretch-90% text-4 leading-tight">
                  <b>{name}</b>
                  {popular && <span className="tag tag-hot">Popular</span>}
                </span>
                <ChoiceDetail>{reason ?? description}</ChoiceDetail>
                {reason === undefined && id === 'bank_transfer' && needsEmailConfirmed && (
                  <ChoiceDetail>You confirm your email address first.</ChoiceDetail>
                )}
              </span>
              <span
                className={`${FEE_COLUMNS} text-small max-sm:flex max-sm:basis-full max-sm:flex-wrap max-sm:justify-between max-sm:pl-22.5 max-sm:text-left max-380:pl-9`}
              >
                <span className="num">
                  <span className="visually-hidden">Fee: </span>
                  <b className="text-ink">{feeText}</b>
                  {fee > 0 && <span className="block">{npr(fee)}</span>}
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
      {change && <p className="hint mt-3 empty:hidden">{[...new Set(hidden.map(findReason))].join(' ')}</p>}
    </>
  )
}
