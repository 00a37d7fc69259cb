import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $passwordPrompt, cancelPasswordPrompt, confirmPassword } from '#stores/admin/session/password-confirmation.ts'
import { Dialog } from './Dialog.tsx'
import { Form } from './form/Form.tsx'
import { PasswordField } from './form/PasswordField.tsx'

/** Prompts for the password when the server requires a recent one; the interrupted action then continues. */
export function ConfirmPasswordDialog() {
  const prompt = useStore($passwordPrompt)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (prompt?.problem) password.current?.select()
  }, [prompt])
  if (!prompt) return null
  return (
    <Dialog title="Confirm your password" close={cancelPasswordPrompt}>
      <Form
        button={prompt.busy ? 'Checking…' : 'Continue'}
        busy={prompt.busy}
        cancel={cancelPasswordPrompt}
        send={() => confirmPassword(password.current?.value ?? '')}
      >
        <p>You last entered it more than 15 minutes ago.</p>
        <PasswordField
          ref={password}
          id="proof-password"
          label="Password"
          error={prompt.problem}
          name="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </Dialog>
  )
}
