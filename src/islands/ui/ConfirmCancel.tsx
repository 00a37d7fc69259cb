import { useState } from 'react'
import { LinkButton, SecondaryButton } from './buttons.tsx'

interface Props {
  /** Names what is cancelled, for screen readers. */
  label: string
  confirmation: string
  /** Resolves to false if it could not be cancelled. */
  cancel: () => Promise<boolean>
}

/** Cancels after a second click. */
export function ConfirmCancel({ label, confirmation, cancel }: Props) {
  const [view, setView] = useState<'initial' | 'asking' | 'kept'>('initial')
  const [isSending, setSending] = useState(false)
  async function confirm() {
    if (isSending) return
    setSending(true)
    const isCancelled = await cancel()
    setSending(false)
    if (!isCancelled) setView('kept')
  }
  if (view !== 'asking')
    return (
      <LinkButton
        ref={view === 'kept' ? focusOnce : undefined}
        className="link no-print min-h-11 min-w-11"
        aria-label={label}
        onClick={() => setView('asking')}
      >
        Cancel
      </LinkButton>
    )
  return (
    <span className="no-print flex flex-wrap gap-2.5 max-sm:w-full max-sm:*:flex-auto">
      <SecondaryButton ref={focusOnce} busy={isSending} onClick={() => void confirm()}>
        {isSending ? 'Cancelling…' : confirmation}
      </SecondaryButton>
      <SecondaryButton busy={isSending} onClick={() => !isSending && setView('kept')}>
        Do not cancel
      </SecondaryButton>
    </span>
  )
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus()
