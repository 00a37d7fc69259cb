import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import './dialog.css'

interface DialogProps {
  title: ReactNode
  close: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it stands in the page. The focus goes to its first field, and back when it closes. */
export function Dialog({ title, close, children }: DialogProps) {
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
        <button type="button" className="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
