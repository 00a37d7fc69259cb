import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { Field } from '#islands/ui/Field.tsx'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { Dialog } from './Dialog.tsx'
import { PasswordInput } from './PasswordInput.tsx'

/** Asks for the password where the server wants it again; what was pressed then goes on by itself. */
export function ConfirmPassword() {
  const proof = useStore($passwordPrompt)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (proof?.problem) password.current?.select()
  }, [proof])
  if (!proof) return null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void confirmPassword(password.current?.value ?? '')
  }
  return (
    <Dialog title="Your password again" close={cancelPasswordPrompt}>
      <form noValidate onSubmit={submit}>
        <p>It was last given more than a quarter of an hour ago, and this is worth making sure of.</p>
        <Field id="proof-password" label="Password" error={proof.problem}>
          {(control) => (
            <PasswordInput {...control} ref={password} name="password" autoComplete="current-password" required />
          )}
        </Field>
        <div className="admin-dialog-buttons">
          <button type="submit" className="button button-small" aria-disabled={proof.busy || undefined}>
            {proof.busy ? 'Checking…' : 'Go on'}
          </button>
          <button type="button" className="button button-quiet button-small" onClick={cancelPasswordPrompt}>
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  )
}
