import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '#contract/failure.ts'
import { type ActionState, getFailedState, IDLE } from '#stores/admin/edit.ts'

/** Runs the action of a form once at a time; after a failure the first invalid field of `form` has the focus. */
export function useTask() {
  const [task, setTask] = useState<ActionState>(IDLE)
  const isRunning = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { fields } = task
  useEffect(() => {
    if (Object.keys(fields).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fields])
  const setFieldErrors = (fields: Record<string, string>) => setTask({ busy: false, fields })
  const run = async <Value>(send: () => Promise<Outcome<Value>>): Promise<Value | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setTask({ ...IDLE, busy: true })
    const outcome = await send()
    isRunning.current = false
    setTask(outcome.ok ? IDLE : getFailedState(outcome.failure))
    return outcome.ok ? outcome.value : undefined
  }
  return { ...task, form, setFieldErrors, run }
}

export type Task = ReturnType<typeof useTask>
