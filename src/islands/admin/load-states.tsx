import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import mark from '#assets/mark.svg?inline'
import { type Failure, formatFailure } from '#contract/failure.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { SkeletonBar } from '#islands/ui/SkeletonBar.tsx'

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

export const Skeleton = () => (
  <div className="skeleton mt-3 grid gap-3 border-ledge border-t-2 pt-4.5" role="status">
    <span className="visually-hidden">Loading</span>
    {SKELETON_ROWS.map((row) => (
      <SkeletonBar key={row} index={row + 1} />
    ))}
  </div>
)

export const LoadError = ({ failure, onRetry }: { failure: Failure; onRetry: () => unknown }) => (
  <div className="note note-bad admin-problem my-4.5 items-center" role="alert">
    <CircleAlert className="icon" aria-hidden="true" />
    <p>{formatFailure(failure)}</p>
    <QuietButton className="button button-quiet button-small ml-auto whitespace-nowrap" onClick={onRetry}>
      <RotateCw className="icon" aria-hidden="true" />
      Try again
    </QuietButton>
  </div>
)

/** Shown until data is loaded; a failed reload is shown above the data. */
export const LoadState = ({
  data,
  failure,
  retry,
}: {
  data: unknown
  failure?: Failure | undefined
  retry: () => unknown
}) => (
  <>
    {failure && <LoadError failure={failure} onRetry={retry} />}
    {!data && !failure && <Skeleton />}
  </>
)

/** Says what will appear here and what to do. Without the mark where the list is a part of a screen. */
export const EmptyState = ({ title, isPart, children }: { title: string; isPart?: true; children: ReactNode }) =>
  isPart ? (
    <p className="mute border-ledge border-t-2 py-3.5">
      <b className="font-med text-ink">{title}</b> {children}
    </p>
  ) : (
    <div className="flex items-center gap-5 border-ledge border-t-2 py-9">
      <img className="size-13 flex-none" src={mark} alt="" width="32" height="32" />
      <div>
        <h2 className="stretch-name font-strong text-row-heading">{title}</h2>
        <p className="mute">{children}</p>
      </div>
    </div>
  )
