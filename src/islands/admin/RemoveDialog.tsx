import { type ReactNode, useEffect } from 'react'
import type { Outcome } from '#contract/failure.ts'
import { Alert } from '../ui/Alert.tsx'
import { Dialog } from './Dialog.tsx'
import { TaskForm } from './form/Form.tsx'
import { useTask } from './useTask.ts'

interface Props {
  title: string
  button?: string
  cancelLabel?: string
  remove: () => Promise<Outcome<unknown>>
  close: () => void
  /** Has the focus afterwards if the button that opened the dialog is gone. */
  findNext: () => HTMLElement | null | undefined
  children: ReactNode
}

/** Asks before an entry of a list is removed. */
export function RemoveDialog({ title, button = 'Remove', cancelLabel, remove, close, findNext, children }: Props) {
  const task = useTask()
  const send = async () => {
    if (await task.run(remove)) close()
  }
  // Before the dialog focuses its opener, which has no effect once that is gone.
  useEffect(() => () => findNext()?.focus(), [])
  return (
    <Dialog title={title} close={close}>
      <TaskForm
        task={task}
        button={button}
        isDanger
        cancel={close}
        cancelLabel={cancelLabel}
        className="grid gap-3.5"
        send={send}
      >
        {children}
        <Alert problem={task.problem} />
      </TaskForm>
    </Dialog>
  )
}
