import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  problem: string | null | undefined
  id?: string
  /** What more there is to it. */
  children?: ReactNode
}

/** Where what did not work is said, and read out as soon as it stands there. */
export function Alert({ problem, id, children }: Props) {
  return (
    <div role="alert" id={id}>
      {problem && (
        <p className="error">
          <CircleAlert className="icon" aria-hidden="true" />
          {problem}
        </p>
      )}
      {children}
    </div>
  )
}
