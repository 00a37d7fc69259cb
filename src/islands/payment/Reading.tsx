import { PAYMENT_METHODS } from '#domain/payment.ts'

/** While the booking is read: the shape of what comes. */
export function Reading() {
  return (
    <>
      <h1 className="display-2" tabIndex={-1}>
        Complete Your Payment
      </h1>
      <p className="visually-hidden" role="status">
        Reading your booking…
      </p>
      <div className="payment-desk payment-reading" aria-hidden="true">
        <div className="payment-main skeleton">
          {PAYMENT_METHODS.map((id) => (
            <i key={id} />
          ))}
        </div>
        <div className="payment-side summary">
          <div className="skeleton">
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
