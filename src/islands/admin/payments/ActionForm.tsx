import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { openForm } from '#stores/admin/payments/edit.ts'

interface Props {
  title: string
  label: string
  busy: boolean
  send: () => Promise<void>
  children: ReactNode
}

/** Opens with its first field under the caret; after a refusal the first one to mend is. While it is sent it stays. */
export function ActionForm({ title, label, busy, send, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    await send()
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form ref={form} className="verify-form" aria-label={title} noValidate onSubmit={submit}>
      {children}
      <div className="verify-buttons">
        <button type="submit" className="button button-small" aria-disabled={busy || undefined}>
          {label}
        </button>
        <button
          type="button"
          className="button button-quiet button-small"
          aria-disabled={busy || undefined}
          onClick={() => !busy && openForm(undefined)}
        >
          Not now
        </button>
      </div>
    </form>
  )
}
