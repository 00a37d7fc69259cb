import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#islands/ui/buttons.tsx'

interface Props {
  dismiss?: () => void
  children: ReactNode
}

export const ToastFrame = ({ dismiss, children }: Props) => (
  <div className="toast wrap-anywhere rounded-2 border-marigold border-l-6 bg-ink py-3 pr-3 pl-3.5 text-paper text-small leading-135 **:focus-visible:outline-marigold forced-colors:border">
    {dismiss && (
      <IconButton className="icon-button float-right -mt-2.5 -mr-2.5" icon={X} label="Dismiss" onClick={dismiss} />
    )}
    {children}
  </div>
)

/** For a link in a toast: its target is higher than a line of text. */
export const TOAST_LINK = '-my-1 inline-block py-1'
