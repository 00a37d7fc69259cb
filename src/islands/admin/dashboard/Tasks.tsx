import type { Today } from '#stores/admin/dashboard/today.ts'
import { formatCount } from '../format-count.ts'

/** What a manager has to do besides the tiles. */
export const Tasks = ({ today: { unreconciled } }: { today: Pick<Today, 'unreconciled'> }) => (
  <>
    {unreconciled ? (
      <Task href="/admin/payments?view=all&state=unreconciled">
        {`${formatCount(unreconciled, 'payment')} at the desk to reconcile`}
      </Task>
    ) : null}
  </>
)

const Task = ({ href, children }: { href: string; children: string }) => (
  <p className="pb-4">
    <a className="inline-flex min-h-11 items-center" href={href}>
      {children}
    </a>
  </p>
)
