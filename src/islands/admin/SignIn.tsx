import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { Field } from '#islands/ui/Field.tsx'
import { $signIn, signIn, startOver } from '#stores/admin/sign-in.ts'
import { DemoNote } from './DemoNote.tsx'
import { PasswordInput } from './PasswordInput.tsx'

/** The form at the door. Works with password managers, paste and the Enter key; says what is missing beside the field. */
export default function SignIn() {
  const { phase, asksCode, fields, problem, waitSeconds } = useStore($signIn, { ssr: 'initial' })
  const note = useRef<HTMLDivElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (asksCode) code.current?.focus()
  }, [asksCode])
  useEffect(() => {
    if (fields.email) email.current?.focus()
    else if (fields.password) password.current?.focus()
    else if (fields.code) code.current?.select()
  }, [fields])
  useEffect(() => {
    if (problem) note.current?.focus()
  }, [problem])

  function send(event: SubmitEvent) {
    event.preventDefault()
    void signIn(email.current?.value ?? '', password.current?.value ?? '', code.current?.value)
  }

  return (
    // Sent by the browser itself (before hydration, without scripts) it must not write the password into the address.
    <form className="admin-door-form" method="post" noValidate onSubmit={send}>
      <h1 className="display-2">Staff sign-in</h1>
      <DemoNote />
      {problem && (
        <div ref={note} className="note note-bad" role="alert" tabIndex={-1}>
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <b>{problem.title}</b>
            <p>{problem.hint}</p>
          </div>
        </div>
      )}
      {/* What was typed stays while the code is asked for. */}
      <div className="admin-door-form" hidden={asksCode}>
        <Field id="sign-in-email" label="Email" error={fields.email}>
          {(control) => (
            <input
              {...control}
              ref={email}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={300}
              required
            />
          )}
        </Field>
        <Field id="sign-in-password" label="Password" error={fields.password}>
          {(control) => (
            <PasswordInput {...control} ref={password} name="password" autoComplete="current-password" required />
          )}
        </Field>
      </div>
      {asksCode && (
        <Field
          id="sign-in-code"
          label="Code"
          hint="The six digits that your authenticator app shows now, or one of your backup codes."
          error={fields.code}
        >
          {(control) => (
            <input
              {...control}
              ref={code}
              name="code"
              className="num"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
            />
          )}
        </Field>
      )}
      <button type="submit" className="button button-wide" aria-disabled={phase !== 'idle' || waitSeconds > 0}>
        {phase !== 'idle' ? 'Signing in…' : waitSeconds > 0 ? `Try again in ${clock(waitSeconds)}` : 'Sign in'}
      </button>
      {asksCode && (
        <p className="small">
          <button type="button" className="link" onClick={startOver}>
            Use another account
          </button>
        </p>
      )}
    </form>
  )
}

/** `8 s`, from a minute on `14:05`. */
const clock = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
