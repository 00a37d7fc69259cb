import { useRef, useState } from 'react'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { changePassword } from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TaskForm } from '../form/Form.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useTask } from '../useTask.ts'
import { ROW_CLASS } from './row-class.ts'

export function ChangePasswordForm({ email }: { email: string }) {
  const task = useTask()
  const [isDone, setDone] = useState(false)
  const current = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const change = async () => {
    const form = task.form.current
    const passwords = { current: current.current?.value ?? '', password: password.current?.value ?? '' }
    const errors = {
      ...(passwords.current === '' && { current: 'Enter your current password' }),
      ...(passwords.password === '' && { password: 'Choose a new password' }),
    }
    setDone(false)
    if (Object.keys(errors).length > 0) return task.setFieldErrors(errors)
    if (!(await task.run(() => changePassword(passwords)))) return
    form?.reset()
    setDone(true)
  }
  return (
    <TaskForm
      task={task}
      className="grid max-w-105 gap-4.5"
      rowClass={ROW_CLASS}
      button={task.busy ? 'Changing…' : 'Change password'}
      isQuiet
      beside={<p role="status">{isDone && 'Password changed. Every other browser is signed out.'}</p>}
      send={change}
    >
      {/* Password managers read the account from it. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Alert problem={task.problem} />
      <PasswordField
        ref={current}
        id="account-current"
        label="Current password"
        error={task.fields.current}
        name="current"
        autoComplete="current-password"
      />
      <PasswordField
        ref={password}
        id="account-password"
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters: four or five unrelated words.`}
        error={task.fields.password}
        name="password"
        autoComplete="new-password"
      />
    </TaskForm>
  )
}
