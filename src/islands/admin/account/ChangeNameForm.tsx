import { useRef, useState } from 'react'
import { changeName } from '#stores/admin/staff/account.ts'
import { TaskForm } from '../form/Form.tsx'
import { InputField } from '../form/fields.tsx'
import { useTask } from '../useTask.ts'
import { ROW_CLASS } from './row-class.ts'

export function ChangeNameForm({ name }: { name: string }) {
  const task = useTask()
  const [isSaved, setSaved] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = async () => {
    const newName = field.current?.value.trim() ?? ''
    if (newName === '') return task.setFieldErrors({ name: 'Enter your name' })
    const isDone = (await task.run(() => changeName(newName))) !== undefined
    setSaved(isDone && field.current?.value.trim() === newName)
  }
  return (
    <TaskForm
      task={task}
      className="grid max-w-105 gap-4.5"
      rowClass={ROW_CLASS}
      button="Save name"
      isQuiet
      beside={<p role="status">{isSaved && 'Saved'}</p>}
      send={save}
    >
      <InputField
        ref={field}
        id="account-name"
        label="Name"
        hint="Shown to your colleagues beside your actions."
        error={task.fields.name ?? task.problem}
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
        onChange={() => setSaved(false)}
      />
    </TaskForm>
  )
}
