import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import type { ActionProblem } from '#stores/payment/own-details.ts'

/** The form of a section, which replaces the button that opened it. */
export function useSectionForm() {
  const [isOpen, setOpen] = useState(false)
  const [status, setStatus] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = (text = '') => {
    flushSync(() => {
      setOpen(false)
      setStatus(text)
    })
    // The button is gone when the form cannot be used again.
    const target = opener.current ?? heading.current
    target?.focus()
  }
  const open = () => {
    setStatus('')
    setOpen(true)
  }
  return { isOpen, status, setStatus, opener, heading, close, open }
}

/** The button and the form that replaces it. */
export const SECTION_FORM = 'no-print mt-4 flex flex-wrap items-start gap-3 beside-form:hidden max-sm:*:flex-auto'

interface SectionFormProps {
  heading: string
  action: string
  /** The text of the button while the form is sent. */
  busyAction: string
  isCancellation?: boolean
  send: () => Promise<ActionProblem | undefined>
  onSent: () => void
  onBack: () => void
  children: (failed: ActionProblem | undefined) => ReactNode
}

/** Focuses its first field or button, and after a failure the first invalid one. */
export function SectionForm({
  heading,
  action,
  busyAction,
  isCancellation = false,
  send,
  onSent,
  onBack,
  children,
}: SectionFormProps) {
  const [isSending, setSending] = useState(false)
  const [failed, setFailed] = useState<ActionProblem>()
  const form = useRef<HTMLFormElement>(null)
  const headingId = useId()
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus(), [])
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
      className="grid w-full gap-4 border-line-2 border-b pb-5"
      aria-labelledby={headingId}
      ref={form}
      onSubmit={submit}
      noValidate
    >
      <h3 className="text-balance font-strong text-4" id={headingId}>
        {heading}
      </h3>
      {children(failed)}
      <div className="button-row">
        <Button className={isCancellation ? 'button button-danger' : 'button'} type="submit" busy={isSending}>
          {isSending ? busyAction : action}
        </Button>
        <SecondaryButton onClick={onBack}>{isCancellation ? 'Keep it' : 'Back'}</SecondaryButton>
      </div>
    </form>
  )
}
