import type { ReactNode } from 'react'

interface Props {
  /** Absent if a heading is shown above the box. */
  title?: string
  children: ReactNode
}

/** Sets the form of an action apart from the facts above it. */
export const FormBox = ({ title, children }: Props) => (
  <div className="mt-3.5 border-ledge border-l-3 bg-paper-sunk p-3.5">
    {title && <h3 className="mb-3 font-strong">{title}</h3>}
    {children}
  </div>
)
