import type { ReactNode } from 'react'

/** A dark block with a marigold edge. */
export const ToastFrame = ({ children }: { children: ReactNode }) => (
  <div className="toast flex w-toast items-start gap-3.5 rounded-2 border-marigold border-l-6 bg-ink py-3.5 pr-2 pl-4 text-paper text-small leading-135 **:focus-visible:outline-marigold forced-colors:border">
    {children}
  </div>
)

/** For a link in a toast: its target is higher than a line of text. */
export const TOAST_LINK = '-my-1 inline-block py-1'
