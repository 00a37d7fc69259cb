import type { ComponentProps } from 'react'

/** Needs a height. */
export const ProgressBar = ({ className, ...progress }: ComponentProps<'progress'> & { className: string }) => (
  <progress
    className={`block w-full appearance-none bg-line progress-track:bg-line progress-value:bg-marigold ${className}`}
    {...progress}
  />
)
