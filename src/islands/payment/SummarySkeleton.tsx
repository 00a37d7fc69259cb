import { SkeletonBar } from '#islands/ui/SkeletonBar.tsx'
import { SIDE_COLUMN } from './columns.ts'

const SUMMARY_ROWS = [0, 1, 2, 3, 4, 5]

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
