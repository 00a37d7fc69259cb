import { PAYMENT_METHODS } from '#domain/payment.ts'
import { BackToBooking } from './BackToBooking.tsx'

export function PaymentSkeleton() {
  return (
    <>
      <BackToBooking />
      <h1 className="display-2" tabIndex={-1}>
        Complete Your Payment
      </h1>
      <p className="hold" role="status">
        Loading your booking…
      </p>
      <div className="payment-desk payment-reading" aria-hidden="true">
        <div className="payment-main">
          {PAYMENT_METHODS.map((id) => (
            <div key={id} className="skeleton">
              <i />
              <i />
            </div>
          ))}
        </div>
        <div className="payment-side summary">
          <div className="skeleton">
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
    </>
  )
}
