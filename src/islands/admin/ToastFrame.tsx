import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#islands/ui/buttons.tsx'

interface Props {
  dismiss?: () => void
  children: ReactNode
}

export const ToastFrame = ({ dismiss, children }: Props) => (
  <div className="toast flex items-start border-marigold border-l-6 bg-ink pl-3.5 text-paper text-small leading-135 **:focus-visible:outline-marigold forced-colors:border">
    <div className="wrap-anywhere min-w-0 flex-1 py-3 pr-3">{children}</div>
    {dismiss && <IconButton icon={X} label="Dismiss" onClick={dismiss} />}
  </div>
)

/** For a link in a toast: its target is higher than a line of text. */
export const TOAST_LINK = '-my-1 inline-block py-1'
