import { CircleAlert, RotateCw } from 'lucide-react'
import type { Failure } from '#contract/failure.ts'
import { messageOf } from '#stores/api.ts'

interface ProblemProps {
  failure: Failure
  again: () => void
}

/** What could not be read, and the way to try again. */
export function Problem({ failure, again }: ProblemProps) {
  return (
    <div className="note note-bad admin-problem" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>{messageOf(failure)}</p>
      <button type="button" className="button button-quiet button-small" onClick={again}>
        <RotateCw className="icon" aria-hidden="true" />
        Try again
      </button>
    </div>
  )
}
