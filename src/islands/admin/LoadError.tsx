import { CircleAlert, RotateCw } from 'lucide-react'
import type { Failure } from '#contract/failure.ts'
import { formatFailure } from '#stores/api.ts'

interface LoadErrorProps {
  failure: Failure
  onRetry: () => void
}

/** What could not be read, and the way to try again. */
export function LoadError({ failure, onRetry }: LoadErrorProps) {
  return (
    <div className="note note-bad admin-problem" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>{formatFailure(failure)}</p>
      <button type="button" className="button button-quiet button-small" onClick={onRetry}>
        <RotateCw className="icon" aria-hidden="true" />
        Try again
      </button>
    </div>
  )
}
