import type { ReactNode } from 'react'

/** Separates what cannot be undone from the other actions, below a line. */
export const DangerActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-3.5 flex flex-wrap gap-2.5 border-line-2 border-t pt-3.5">{children}</div>
)
