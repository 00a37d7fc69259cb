import type { ReactNode } from 'react'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton } from '#islands/ui/buttons.tsx'
import type { ActionProblem } from '#stores/payment/own-details.ts'
import { SectionForm, useSectionForm } from './SectionForm.tsx'

interface Props {
  /** Names what is cancelled, for screen readers. */
  label: string
  question: string
  /** What else the cancellation does. */
  effect?: string
  action: string
  canCancel: boolean
  /** Runs before the question. */
  onOpen: () => void
  cancel: () => Promise<ActionProblem | undefined>
  cancelled: () => void
  children: ReactNode
}

/** An item of a list, replaced by a question before it is cancelled. */
export function CancellableItem({
  label,
  question,
  effect,
  action,
  canCancel,
  onOpen,
  cancel,
  cancelled,
  children,
}: Props) {
  const { isOpen, opener, close, open } = useSectionForm()
  return (
    <li className="flex beside-form:hidden beside-question:hidden flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 has-form:border-b-0">
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
      {canCancel && (
        <LinkButton
          ref={opener}
          className="link no-print min-h-11 min-w-11"
          aria-label={label}
          onClick={() => {
            onOpen()
            open()
          }}
        >
          Cancel
        </LinkButton>
      )}
      {isOpen && (
        <SectionForm
          heading={question}
          action={action}
          busyAction="Cancelling…"
          isCancellation
          send={cancel}
          onSent={cancelled}
          onBack={() => close()}
        >
          {(failed) => (
            <>
              {effect && <p>{effect}</p>}
              <Alert problem={failed?.problem} />
            </>
          )}
        </SectionForm>
      )}
    </li>
  )
}
