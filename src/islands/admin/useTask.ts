import { useRef, useState } from 'react'
import type { Outcome } from '#contract/failure.ts'
import { messageOf } from '#stores/api.ts'

/** What is wrong with the last try: beside its fields, or about it as a whole. */
export interface Task {
  busy: boolean
  fields: Readonly<Record<string, string>>
  problem?: string
}

const NOTHING: Task = { busy: false, fields: {} }

/** One thing that a form does: pressed twice it is done once. `run` gives what came, undefined where it was refused. */
export function useTask(): Task & {
  run<Value>(ask: () => Promise<Outcome<Value>>): Promise<Value | undefined>
  refuse(fields: Record<string, string>): void
} {
  const [task, setTask] = useState<Task>(NOTHING)
  const running = useRef(false)
  return {
    ...task,
    refuse: (fields) => setTask({ busy: false, fields }),
    run: async (ask) => {
      if (running.current) return undefined
      running.current = true
      setTask({ ...NOTHING, busy: true })
      const answer = await ask()
      running.current = false
      if (answer.ok) {
        setTask(NOTHING)
        return answer.value
      }
      const { fields } = answer.failure
      setTask({ busy: false, fields: fields ?? {}, ...(!fields && { problem: messageOf(answer.failure) }) })
      return undefined
    },
  }
}
