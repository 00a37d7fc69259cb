import type { ReactNode } from 'react'

/** Tags and links beside each other. */
export const Tags = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span className={`flex links:min-h-6 flex-wrap gap-1 links:text-small ${className}`}>{children}</span>
)
