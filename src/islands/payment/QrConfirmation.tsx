import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Disclosure } from '#islands/ui/Disclosure.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { $underReview } from '#stores/payment/booking.ts'
import { $confirmation, checkQrPayment, watchQrPayment } from '#stores/payment/qr-confirmation.ts'
import { PaymentActions } from './PaymentActions.tsx'

interface Props {
  paymentId: string
  sandboxUrl: string | undefined
  /** Leaves the payment. */
  leave: ReactNode
  /** The upload of a receipt, for a payment that the provider does not report. */
  children: ReactNode
}

/** Waits for the provider's report; a receipt is the second way. */
export function QrConfirmation({ paymentId, sandboxUrl, leave, children }: Props) {
  const { isQuerying, status } = useStore($confirmation)
  const isUnderReview = useStore($underReview) !== undefined
  useEffect(() => watchQrPayment(paymentId), [paymentId])
  return (
    <div className="grid gap-5">
      {!isUnderReview && (
        <>
          <div className="grid gap-2">
            <Spinner />
            <p>Waiting for your payment. This page updates within seconds.</p>
            <p role="status">{status}</p>
          </div>
          <PaymentActions className="">
            {sandboxUrl && (
              <a className="button" href={sandboxUrl}>
                Pay in the sandbox
              </a>
            )}
            <SecondaryButton busy={isQuerying} onClick={checkQrPayment}>
              {isQuerying ? 'Checking…' : 'Check status'}
            </SecondaryButton>
            {leave}
          </PaymentActions>
        </>
      )}
      <Disclosure title="Paid, but not confirmed?" untitled={isUnderReview} open={isUnderReview || undefined}>
        <div className="grid gap-4 pt-1 pb-4">
          {!isUnderReview && <p>Send us the receipt, and our staff will check it.</p>}
          {children}
        </div>
      </Disclosure>
    </div>
  )
}
