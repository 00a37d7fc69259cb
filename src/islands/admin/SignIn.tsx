import { useStore } from '@nanostores/react'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { $signIn, signIn } from '#stores/admin/sign-in.ts'

/** The form at the door. Works with password managers, paste and the Enter key; says what is missing beside the field. */
export default function SignIn() {
  const { phase, fields, problem, waitSeconds } = useStore($signIn, { ssr: 'initial' })
  const [shown, setShown] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (fields.email) email.current?.focus()
    else if (fields.password) password.current?.focus()
  }, [fields])
  useEffect(() => {
    if (problem) note.current?.focus()
  }, [problem])

  function send(event: SubmitEvent) {
    event.preventDefault()
    void signIn(email.current?.value ?? '', password.current?.value ?? '')
  }

  return (
    // Sent by the browser itself (before hydration, without scripts) it must not write the password into the address.
    <form className="admin-door-form" method="post" noValidate onSubmit={send}>
      <h1 className="display-2">Staff sign-in</h1>
      {problem && (
        <div ref={note} className="note note-bad" role="alert" tabIndex={-1}>
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <b>{problem.title}</b>
            <p>{problem.hint}</p>
          </div>
        </div>
      )}
      <div className={fields.email ? 'field field-bad' : 'field'}>
        <label htmlFor="sign-in-email">Email</label>
        <input
          ref={email}
          id="sign-in-email"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={300}
          required
          aria-invalid={Boolean(fields.email)}
          aria-describedby={fields.email && 'sign-in-email-error'}
        />
        {fields.email && <FieldError id="sign-in-email-error" sentence={fields.email} />}
      </div>
      <div className={fields.password ? 'field field-bad' : 'field'}>
        <label htmlFor="sign-in-password">Password</label>
        <div className="admin-password">
          <input
            ref={password}
            id="sign-in-password"
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={300}
            required
            aria-invalid={Boolean(fields.password)}
            aria-describedby={fields.password && 'sign-in-password-error'}
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={shown}
            aria-label="Show the password"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
          </button>
        </div>
        {fields.password && <FieldError id="sign-in-password-error" sentence={fields.password} />}
      </div>
      <button type="submit" className="button button-wide" aria-disabled={phase !== 'idle' || waitSeconds > 0}>
        {phase !== 'idle' ? 'Signing in…' : waitSeconds > 0 ? `Try again in ${clock(waitSeconds)}` : 'Sign in'}
      </button>
    </form>
  )
}

const FieldError = ({ id, sentence }: { id: string; sentence: string }) => (
  <p id={id} className="error">
    <CircleAlert className="icon" aria-hidden="true" />
    {sentence}
  </p>
)

/** `8 s`, from a minute on `14:05`. */
const clock = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
