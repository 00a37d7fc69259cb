import { PAYMENT_METHODS } from '#domain/payment.ts'
import { BackToBooking } from './BackToBooking.tsx'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'
import { SummarySkeleton } from './SummarySkeleton.tsx'

export function PaymentSkeleton() {
  return (
    <>
      <BackToBooking />
      <h1 className="display-2 mt-1" tabIndex={-1}>
        Complete Your Payment
      </h1>
      <p className="mt-3 flex noscript:hidden items-center gap-2 text-ink-2 text-small" role="status">
        Loading your booking…
      </p>
      <div className={`${COLUMNS} noscript:hidden`} aria-hidden="true">
        <div className={`${MAIN_COLUMN} sm:mt-6.5`}>
          {PAYMENT_METHODS.map((id) => (
            // As high as the row that replaces it.
            <div key={id} className="mb-2.5 grid min-h-27.25 content-center gap-3 rounded-2 border border-line px-4">
              <i className="h-3.5 w-7em animate-sweep bg-sweep" />
              <i className="h-2.5 w-2/5 animate-sweep bg-sweep" />
            </div>
          ))}
        </div>
        <SummarySkeleton />
      </div>
    </>
  )
}
