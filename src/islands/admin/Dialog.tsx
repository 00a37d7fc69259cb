import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '#islands/ui/buttons.tsx'
import './dialog.css'

/** A modal dialog that is open while mounted. It focuses its first field, and the opener when it closes. */
export function Dialog({ title, close, children }: { title: ReactNode; close: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const { current } = dialog
    const opener = document.activeElement
    current?.showModal()
    current?.querySelector<HTMLElement>('input:not(:disabled), select, textarea, .button')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className="admin-dialog" aria-labelledby={heading} onClose={close}>
      <div className="admin-dialog-head">
        <h2 id={heading}>{title}</h2>
        <IconButton icon={X} aria-label="Close" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  )
}
