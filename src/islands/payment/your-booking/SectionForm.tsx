import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import type { ActionProblem } from '#stores/payment/own-details.ts'

/** The form of a section, opened by a button that has the focus again when it closes. */
export function useSectionForm() {
  const [isOpen, setOpen] = useState(false)
  const [status, setStatus] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const close = (text = '') => {
    setOpen(false)
    setStatus(text)
    opener.current?.focus()
  }
  const toggle = () => {
    setStatus('')
    setOpen(!isOpen)
  }
  return { isOpen, status, setStatus, opener, close, toggle }
}

interface SectionFormProps {
  label: string
  action: string
  /** The text of the button while the form is sent. */
  busyAction: string
  send: () => Promise<ActionProblem | undefined>
  onSent: () => void
  onBack: () => void
  children: (failed: ActionProblem | undefined) => ReactNode
}

/** Focuses its first field, and after a failure the first invalid one. */
export function SectionForm({ label, action, busyAction, send, onSent, onBack, children }: SectionFormProps) {
  const [isSending, setSending] = useState(false)
  const [failed, setFailed] = useState<ActionProblem>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [failed])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    const problem = await send()
    setSending(false)
    if (problem) setFailed(problem)
    else onSent()
  }

  return (
    <form
      className="mt-4 grid gap-4 border-line-2 border-y py-5"
      aria-label={label}
      ref={form}
      onSubmit={submit}
      noValidate
    >
      {children(failed)}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-auto">
        <Button type="submit" busy={isSending}>
          {isSending ? busyAction : action}
        </Button>
        <SecondaryButton onClick={onBack}>Back</SecondaryButton>
      </div>
    </form>
  )
}
