import type { ReactNode } from 'react'

/** Sets the form of an action apart from the facts above it. */
export const FormBox = ({ children }: { children: ReactNode }) => (
  <div className="mt-3.5 border-ledge border-l-3 bg-paper-sunk p-3.5">{children}</div>
)
