import { SkeletonBar } from '#islands/ui/SkeletonBar.tsx'
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from '../columns.ts'
import { PANEL } from '../StatusPanel.tsx'

const ROWS = [0, 1, 2, 3, 4, 5]

/** Also the page before its script runs. Without scripts the page has another heading and a form. */
export const YourBookingSkeleton = () => (
  <div className={`${COLUMNS} noscript:hidden`}>
    <div className={`${MAIN_COLUMN} ${PANEL} border-t-line-3`}>
      <h1 className="display-2" tabIndex={-1}>
        Your booking
      </h1>
      <p className="mt-2 text-body text-ink-2" role="status">
        Loading your booking…
      </p>
      <Bars className="mt-7 grid gap-5" />
    </div>
    <div className={`border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6 ${SIDE_COLUMN}`}>
      <Bars className="grid gap-3" />
    </div>
  </div>
)

const Bars = ({ className }: { className: string }) => (
  <div className={className} aria-hidden="true">
    {ROWS.map((row) => (
      <SkeletonBar key={row} index={row} />
    ))}
  </div>
)
