import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '#islands/ui/buttons.tsx'

interface Props {
  title: ReactNode
  wide?: boolean
  close: () => void
  children: ReactNode
}

/** Actions that stay at the end of a dialog while its form scrolls. */
export const DIALOG_FOOT =
  'dialog-foot sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-ledge border-t-2 bg-paper-raised px-6 pt-3 pb-4'

/** A modal dialog that is open while mounted. It focuses its first field, and the opener when it closes. */
export function Dialog({ title, wide = false, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const { current } = dialog
    const opener = document.activeElement
    current?.showModal()
    current
      ?.querySelector<HTMLElement>('input:not(:disabled), select, textarea, .button')
      ?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`admin-dialog m-auto max-h-dialog overflow-y-auto border border-line-2 border-t-6 border-t-brick-fill bg-paper-raised p-6 text-ink text-small leading-140 backdrop:bg-night/88 empty-alerts:absolute empty-statuses:absolute ${wide ? 'w-dialog-wide' : 'w-dialog'}`}
      aria-labelledby={heading}
      onClose={close}
    >
      <div className="sticky -top-6 z-1 -mx-6 -mt-6 mb-1 flex items-start justify-between gap-4 bg-paper-raised px-6 pt-4 pr-4 pb-2">
        <h2 id={heading} className="stretch-head wrap-anywhere pt-2 font-display text-menu leading-tight">
          {title}
        </h2>
        <IconButton icon={X} aria-label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  )
}
