import type { ReactNode, Ref } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'
import type { Task } from '../useTask.ts'

interface Props {
  ref?: Ref<HTMLFormElement>
  className?: string
  title?: string
  button: string
  isQuiet?: boolean
  isDanger?: boolean | undefined
  busy: boolean
  rowClass?: string
  /** Leaves the form; its button is beside the submit button. */
  cancel?: () => void
  cancelLabel?: string | undefined
  /** Shown after the submit button. */
  beside?: ReactNode
  /** Shown below the row. */
  footer?: ReactNode
  send: () => unknown
  children: ReactNode
}

/** Fields above a row with the submit button. */
export const Form = ({ ref, className, title, send, children, rowClass = 'flex flex-wrap gap-2.5', ...row }: Props) => (
  <form
    ref={ref}
    className={className}
    aria-label={title}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void send()
    }}
  >
    {children}
    <div className={rowClass}>
      <button
        type="submit"
        className={`button button-small ${row.isQuiet ? 'button-quiet' : row.isDanger ? 'button-danger' : ''}`}
        aria-disabled={row.busy || undefined}
      >
        {row.button}
      </button>
      {row.beside}
      {row.cancel && (
        <QuietButton busy={row.busy} onClick={() => !row.busy && row.cancel?.()}>
          {row.cancelLabel ?? 'Cancel'}
        </QuietButton>
      )}
    </div>
    {row.footer}
  </form>
)

export const TaskForm = ({ task, ...form }: Omit<Props, 'ref' | 'busy'> & { task: Task }) => (
  <Form ref={task.form} busy={task.busy} {...form} />
)
