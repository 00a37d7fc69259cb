import { Check, CircleAlert, type LucideIcon, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'
import './save-bar.css'

/** What the bar shows: first the most important of the states that apply. */
interface Message {
  title: string
  text?: ReactNode
  icon?: LucideIcon
}

interface Props {
  /** What a save changes, such as `3 prices`; undefined without changes. */
  changes: string | undefined
  busy: boolean
  problem: Message | undefined
  unsaved: Message
  saved: Message | undefined
  save: () => unknown
  discard: () => unknown
  /** Shown without changes, and reserves the space of the bar. */
  children?: ReactNode
}

/** The unsaved changes of a screen. */
export function SaveBar({ changes, busy, problem, unsaved, saved, save, discard, children }: Props) {
  const status = useRef<HTMLParagraphElement>(null)
  const hadChanges = useRef(false)
  const hasChanges = changes !== undefined
  const isEmpty = !problem && !hasChanges && !saved && !children
  // The buttons are gone when nothing is left to save.
  useEffect(() => {
    if (hadChanges.current && !hasChanges && document.activeElement === document.body) status.current?.focus()
    hadChanges.current = hasChanges
  }, [hasChanges])
  return (
    <div
      className={
        isEmpty
          ? 'visually-hidden'
          : `mt-4 flex min-h-16.5 flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-2.5 pr-3 print:hidden ${
              changes
                ? 'save-bar-on sticky bottom-tabs z-20 border-marigold border-l-6 bg-save-bar pl-4.5 text-on-night max-sm:-mx-4 max-sm:gap-y-1 max-sm:py-2'
                : ''
            }`
      }
    >
      <p
        className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 focus:outline-none sm:flex-1"
        role="status"
        tabIndex={-1}
        ref={status}
      >
        {problem ? (
          <Status icon={CircleAlert} {...problem} />
        ) : changes ? (
          <Status {...unsaved} />
        ) : saved ? (
          <Status icon={Check} {...saved} />
        ) : (
          <span className="text-ink-3">{children ?? 'No unsaved changes.'}</span>
        )}
      </p>
      {changes && (
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 max-sm:w-full">
          <SmallButton
            className="button button-small focus-visible:outline-on-night max-sm:flex-1"
            aria-disabled={busy}
            onClick={() => void save()}
          >
            {busy ? 'Saving…' : `Save ${changes}`}
          </SmallButton>
          <button
            type="button"
            className="button button-small button-outline focus-visible:outline-on-night max-sm:flex-1"
            onClick={discard}
          >
            Discard
          </button>
        </p>
      )}
    </div>
  )
}

const Status = ({ icon: Icon = Pencil, title, text }: Message) => (
  <>
    <Icon className="icon" aria-hidden="true" />
    <b>{title}</b>
    {text && <span className="min-w-0">{text}</span>}
  </>
)
