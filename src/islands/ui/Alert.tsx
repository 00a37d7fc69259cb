import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  problem: string | null | undefined
  id?: string
  children?: ReactNode
}

/** Shows a problem and announces it to screen readers. */
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
