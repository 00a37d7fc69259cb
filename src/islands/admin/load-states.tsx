import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import mark from '#assets/mark.svg?inline'
import type { Failure } from '#contract/failure.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { formatFailure } from '#stores/api.ts'

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

export const Skeleton = () => (
  <div className="skeleton admin-skeleton" role="status">
    <span className="visually-hidden">Loading</span>
    {SKELETON_ROWS.map((row) => (
      <i key={row} aria-hidden="true" />
    ))}
  </div>
)

export const LoadError = ({ failure, onRetry }: { failure: Failure; onRetry: () => unknown }) => (
  <div className="note note-bad admin-problem" role="alert">
    <CircleAlert className="icon" aria-hidden="true" />
    <p>{formatFailure(failure)}</p>
    <QuietButton onClick={onRetry}>
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

export const EmptyState = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="empty">
    <img className="admin-mark" src={mark} alt="" width="32" height="32" />
    <div>
      <h2>{title}</h2>
      <p className="mute">{children}</p>
    </div>
  </div>
)
