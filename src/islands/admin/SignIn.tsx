import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatCountdown } from '#domain/duration.ts'
import { DRAFT_PRESERVING_ENDS, type SessionEndReason } from '#domain/staff.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { useHydrated } from '#islands/ui/useHydrated.ts'
import { $signIn, redirectWhenSignedIn, resetSignIn, signIn } from '#stores/admin/session/sign-in.ts'
import { type SignInContext, watchSignInContext } from '#stores/admin/session/sign-in-redirect.ts'
import { DemoNote } from './DemoNote.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import './sign-in.css'

/** Why somebody who was in stands at the door again. */
const SESSION_END_MESSAGES: Readonly<Record<SessionEndReason, { title: string; hint: string }>> = {
  signed_out: { title: 'You were signed out', hint: 'It was done here, or from another of your browsers.' },
  password: {
    title: 'Your password has been changed',
    hint: 'That signs out every browser. Sign in with the new one.',
  },
  two_factor: { title: 'Two-factor sign-in was switched on', hint: 'That signs out your other browsers.' },
  disabled: { title: 'Your account is disabled', hint: 'Ask the owner if you should still work here.' },
  too_many: {
    title: 'You were signed out',
    hint: 'You have signed in on several other browsers since, and an account may have only a few at once.',
  },
  expired: {
    title: 'You were signed out after a while',
    hint: 'It happens by itself when nothing is done for two hours, and twelve hours after signing in.',
  },
}

export default withErrorBoundary(SignIn)

/** The sign-in form. Works with password managers, paste and the Enter key; says what is missing beside the field. */
function SignIn() {
  const { phase, needsCode, fields, problem, waitSeconds } = useStore($signIn, { ssr: 'initial' })
  const note = useRef<HTMLDivElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const isAwake = useHydrated()

  useEffect(redirectWhenSignedIn, [])
  // Nobody comes here for anything else; whoever is at work in the form already is left there.
  useEffect(() => {
    if (isAwake && document.activeElement === document.body) email.current?.focus()
  }, [isAwake])
  useEffect(() => {
    if (needsCode) code.current?.focus()
  }, [needsCode])
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
    // Sent by the browser itself, as some password managers have it, it must not write the password into the address.
    <form className="admin-door-form" method="post" noValidate onSubmit={send}>
      <h1 className="display-2">Staff sign-in</h1>
      <DemoNote />
      <SessionEndNote hidden={problem !== undefined} />
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
      <div className="admin-door-form" hidden={needsCode}>
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
      {needsCode && (
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
      <button
        type="submit"
        className="button button-wide"
        disabled={!isAwake}
        aria-disabled={phase !== 'idle' || waitSeconds > 0}
      >
        {phase !== 'idle'
          ? 'Signing in…'
          : waitSeconds > 0
            ? `Try again in ${formatCountdown(waitSeconds)}`
            : 'Sign in'}
      </button>
      {needsCode && (
        <p className="small">
          <button type="button" className="link" onClick={resetSignIn}>
            Use another account
          </button>
        </p>
      )}
    </form>
  )
}

/** Known once the address can be read: the page itself is the same for everybody. */
function SessionEndNote({ hidden }: { hidden: boolean }) {
  const [{ sessionEnd, hasDrafts }, setAt] = useState<SignInContext>({ sessionEnd: undefined, hasDrafts: false })
  useEffect(() => watchSignInContext(setAt), [])
  return (
    <div role="status">
      {sessionEnd && !hidden && (
        <div className="note note-warm">
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <b>{SESSION_END_MESSAGES[sessionEnd].title}</b>
            <p>{SESSION_END_MESSAGES[sessionEnd].hint}</p>
            {!DRAFT_PRESERVING_ENDS.includes(sessionEnd) && <p>What was typed here and not saved is gone with it.</p>}
            {hasDrafts && <p>What you were typing is kept in this tab: sign in as the same person to go on with it.</p>}
          </div>
        </div>
      )}
    </div>
  )
}
