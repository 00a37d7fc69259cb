import { CircleAlert, RotateCw } from 'lucide-react'

interface ProblemProps {
  sentence: string
  again: () => void
}

/** What could not be read, and the way to try again. */
export function Problem({ sentence, again }: ProblemProps) {
  return (
    <div className="note note-bad admin-problem" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <p>{sentence}</p>
      <button type="button" className="button button-quiet button-small" onClick={again}>
        <RotateCw className="icon" aria-hidden="true" />
        Try again
      </button>
    </div>
  )
}
