import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Outcome } from '#contract/failure.ts'
import { formatFailure } from '#stores/api.ts'

/** What is wrong with the last try: beside its fields, or about it as a whole. */
export interface Task {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const IDLE: Task = { busy: false, fields: {} }

/**
 * One thing that a form does: pressed twice it is done once. `run` gives what came, undefined where it was refused; of
 * the form that is given `form`, the first field that is wrong then takes the focus.
 */
export function useTask(): Task & {
  form: RefObject<HTMLFormElement | null>
  run<Value>(ask: () => Promise<Outcome<Value>>): Promise<Value | undefined>
  refuse(fields: Record<string, string>): void
} {
  const [task, setTask] = useState<Task>(IDLE)
  const running = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { fields } = task
  useEffect(() => {
    if (Object.keys(fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  return {
    ...task,
    form,
    refuse: (fields) => setTask({ busy: false, fields }),
    run: async (ask) => {
      if (running.current) return undefined
      running.current = true
      setTask({ ...IDLE, busy: true })
      const answer = await ask()
      running.current = false
      if (answer.ok) {
        setTask(IDLE)
        return answer.value
      }
      const { failure } = answer
      setTask({
        busy: false,
        fields: failure.fields ?? {},
        ...(!failure.fields && { problem: formatFailure(failure) }),
      })
      return undefined
    },
  }
}
