import { SkeletonBar } from '#islands/ui/SkeletonBar.tsx'
import { COLUMNS, MAIN_COLUMN, SIDE_COLUMN } from '../columns.ts'
import { PANEL } from '../StatusPanel.tsx'

const ROWS = [0, 1, 2, 3, 4, 5]

/** Also the page before its script runs. */
export const YourBookingSkeleton = () => (
  <>
    <h1 className="visually-hidden noscript:hidden">Your booking</h1>
    <p className="noscript:hidden text-ink-2 text-small" role="status">
      Loading your booking…
    </p>
    <div className={`${COLUMNS} noscript:hidden`} aria-hidden="true">
      <div className={`${MAIN_COLUMN} ${PANEL} grid gap-5`}>
        {ROWS.map((row) => (
          <SkeletonBar key={row} index={row} />
        ))}
      </div>
      <div className={`border-ledge border-t-6 bg-paper-sunk px-6 pt-5.5 pb-6 ${SIDE_COLUMN}`}>
        <div className="grid gap-3">
          {ROWS.map((row) => (
            <SkeletonBar key={row} index={row} />
          ))}
        </div>
      </div>
    </div>
  </>
)
