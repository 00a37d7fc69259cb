import { PANEL } from '#islands/ui/panel.ts'
import { COLUMNS, MAIN_COLUMN } from '../columns.ts'
import { SummarySkeleton } from '../SummarySkeleton.tsx'

export const YourBookingSkeleton = () => (
  <div className={COLUMNS}>
    <div className={`${MAIN_COLUMN} ${PANEL} border-t-line-3`}>
      <h1 className="display-2" tabIndex={-1}>
        Your booking
      </h1>
      <p className="mt-2 text-body text-ink-2" role="status">
        Loading your booking…
      </p>
    </div>
    <SummarySkeleton />
  </div>
)
