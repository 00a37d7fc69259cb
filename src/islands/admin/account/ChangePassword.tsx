import { type SubmitEvent, useRef, useState } from 'react'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { Field } from '#islands/ui/Field.tsx'
import { changePassword } from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import { useTask } from '../useTask.ts'

export function ChangePassword({ email }: { email: string }) {
  const task = useTask()
  const [done, setDone] = useState(false)
  const current = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const words = { current: current.current?.value ?? '', password: password.current?.value ?? '' }
    const missing = {
      ...(words.current === '' && { current: 'Enter the password you have' }),
      ...(words.password === '' && { password: 'Choose a new password' }),
    }
    setDone(false)
    if (Object.keys(missing).length > 0) return task.refuse(missing)
    if (!(await task.run(() => changePassword(words)))) return
    form.reset()
    setDone(true)
  }

  return (
    <form ref={task.form} noValidate onSubmit={submit}>
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Alert problem={task.problem} />
      <Field id="account-current" label="Password now" error={task.fields.current}>
        {(control) => <PasswordInput {...control} ref={current} name="current" autoComplete="current-password" />}
      </Field>
      <Field
        id="account-password"
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.least} characters: four or five words that nobody would put together.`}
        error={task.fields.password}
      >
        {(control) => <PasswordInput {...control} ref={password} name="password" autoComplete="new-password" />}
      </Field>
      <div className="account-row">
        <button type="submit" className="button button-quiet button-small" aria-disabled={task.busy || undefined}>
          {task.busy ? 'Changing…' : 'Change password'}
        </button>
        <p role="status">{done && 'Changed. Every other browser is signed out.'}</p>
      </div>
    </form>
  )
}
