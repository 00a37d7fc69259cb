import type { ReactNode } from 'react'

/** Tags and links beside each other, on phones below each other at the right. */
export const Tags = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span className={`flex links:min-h-6 flex-wrap gap-1 links:text-small max-sm:flex-col max-sm:items-end ${className}`}>
    {children}
  </span>
)
