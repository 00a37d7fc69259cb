import { PAYMENT_METHODS } from '#domain/payment.ts'
import { SkeletonBar } from '#islands/ui/SkeletonBar.tsx'
import { BackToBooking } from './BackToBooking.tsx'
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from './columns.ts'

const SUMMARY_ROWS = [0, 1, 2, 3, 4, 5]

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

/** The column of a summary that is still loading. */
export const SummarySkeleton = () => (
  <div
    className={`grid gap-3 border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6 ${SIDE_COLUMN}`}
    aria-hidden="true"
  >
    {SUMMARY_ROWS.map((row) => (
      <SkeletonBar key={row} index={row} />
    ))}
  </div>
)
