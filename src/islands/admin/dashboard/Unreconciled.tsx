import { formatWholeNumber } from '#domain/number.ts'

/** Money of the desk that a manager has to find in the account. */
export const Unreconciled = ({ count }: { count: number }) => (
  <p className="pb-4">
    <a className="inline-flex min-h-11 items-center" href="/admin/payments?view=all&state=unreconciled">
      {count === 1 ? '1 payment' : `${formatWholeNumber(count)} payments`} at the desk to reconcile
    </a>
  </p>
)
