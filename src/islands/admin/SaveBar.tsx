import type { ReactNode, RefObject } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'
import './save-bar.css'

interface Props {
  /** What a save changes, such as `3 prices`; undefined without changes. */
  changes: string | undefined
  busy: boolean
  /** Has the focus after the buttons are gone. */
  status: RefObject<HTMLParagraphElement | null>
  save: () => unknown
  discard: () => unknown
  children: ReactNode
}

/** The unsaved changes of a screen. Shown without changes too, to reserve its space. */
export function SaveBar({ changes, busy, status, save, discard, children }: Props) {
  return (
    <div
      className={`mt-4 flex min-h-16.5 flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-2.5 pr-3 print:hidden ${
        changes ? 'save-bar-on sticky bottom-tabs z-20 border-marigold border-l-6 bg-ink pl-4.5 text-paper' : ''
      }`}
    >
      <p
        className="flex flex-wrap items-center gap-x-2.5 gap-y-1 focus:outline-none"
        role="status"
        tabIndex={-1}
        ref={status}
      >
        {children}
      </p>
      {changes && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:w-full">
          <button
            type="button"
            className="button button-small button-outline focus-visible:outline-paper max-sm:flex-1"
            onClick={discard}
          >
            Discard
          </button>
          <SmallButton
            className="button button-small focus-visible:outline-paper max-sm:flex-1"
            aria-disabled={busy}
            onClick={() => void save()}
          >
            {busy ? 'Saving…' : `Save ${changes}`}
          </SmallButton>
        </p>
      )}
    </div>
  )
}
