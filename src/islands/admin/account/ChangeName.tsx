import { type SubmitEvent, useRef, useState } from 'react'
import { Field } from '#islands/ui/Field.tsx'
import { changeName } from '#stores/admin/staff/account.ts'
import { useTask } from '../useTask.ts'

export function ChangeName({ name }: { name: string }) {
  const task = useTask()
  const [saved, setSaved] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = field.current?.value.trim() ?? ''
    if (wanted === '') return task.refuse({ name: 'Enter your name' })
    const isSaved = (await task.run(() => changeName(wanted))) !== undefined
    setSaved(isSaved && field.current?.value.trim() === wanted)
  }
  return (
    <form ref={task.form} noValidate onSubmit={submit}>
      <Field
        id="account-name"
        label="Name"
        hint="As your colleagues see it beside what you did."
        error={task.fields.name ?? task.problem}
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            autoComplete="name"
            maxLength={100}
            defaultValue={name}
            onChange={() => setSaved(false)}
          />
        )}
      </Field>
      <div className="account-row">
        <button type="submit" className="button button-quiet button-small" aria-disabled={task.busy || undefined}>
          Save name
        </button>
        <p role="status">{saved && 'Saved'}</p>
      </div>
    </form>
  )
}
