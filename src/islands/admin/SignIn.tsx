import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatCountdown } from '#domain/duration.ts'
import { DRAFT_PRESERVING_ENDS, type SessionEndReason } from '#domain/staff.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { useHydrated } from '#islands/ui/useHydrated.ts'
import { $signIn, redirectWhenSignedIn, resetSignIn, signIn } from '#stores/admin/session/sign-in.ts'
import { type SignInContext, watchSignInContext } from '#stores/admin/session/sign-in-redirect.ts'
import { DemoNote } from './DemoNote.tsx'
import { InputField } from './form/fields.tsx'
import { PasswordField } from './form/PasswordField.tsx'

const SESSION_END_MESSAGES: Readonly<Record<SessionEndReason, { title: string; hint: string }>> = {
  signed_out: { title: 'You were signed out', hint: 'You signed out here or in another browser.' },
  password: {
    title: 'Your password has been changed',
    hint: 'Changing it signs out every browser. Sign in with the new password.',
  },
  two_factor: { title: 'Two-factor sign-in was turned on', hint: 'Turning it on signs out your other browsers.' },
  disabled: { title: 'Your account is disabled', hint: 'Ask the owner if you think this is a mistake.' },
  too_many: {
    title: 'You were signed out',
    hint: 'You signed in on several other browsers, so your oldest session was ended.',
  },
  expired: {
    title: 'Your session has expired',
    hint: 'Sessions end after two hours without activity, and twelve hours after signing in.',
  },
}

export default withErrorBoundary(SignIn)

function SignIn() {
  const { phase, needsCode, fields, problem, waitSeconds } = useStore($signIn, { ssr: 'initial' })
  const note = useRef<HTMLDivElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()

  useEffect(redirectWhenSignedIn, [])
  // Focuses the email field unless the user has focused another.
  useEffect(() => {
    if (isHydrated && document.activeElement === document.body) email.current?.focus()
  }, [isHydrated])
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
    // Some password managers submit the form natively; POST keeps the password out of the URL.
    <form className="grid gap-4.5" method="post" noValidate onSubmit={send}>
      <h1 className="display-2 mb-1.5">Staff sign-in</h1>
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
      <div className="grid gap-4.5" hidden={needsCode}>
        <InputField
          ref={email}
          id="sign-in-email"
          label="Email"
          error={fields.email}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={300}
          required
        />
        <PasswordField
          ref={password}
          id="sign-in-password"
          label="Password"
          error={fields.password}
          name="password"
          autoComplete="current-password"
          required
        />
      </div>
      {needsCode && (
        <InputField
          ref={code}
          id="sign-in-code"
          label="Code"
          hint="The six digits that your authenticator app shows now, or one of your backup codes."
          error={fields.code}
          name="code"
          className="num"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
      <button
        type="submit"
        className="button button-wide mt-1.5"
        disabled={!isHydrated}
        aria-disabled={phase !== 'idle' || waitSeconds > 0}
      >
        {phase !== 'idle'
          ? 'Signing in…'
          : waitSeconds > 0
            ? `Try again in ${formatCountdown(waitSeconds)}`
            : 'Sign in'}
      </button>
      {needsCode ? (
        <p className="small">
          <LinkButton className="link min-h-11" onClick={resetSignIn}>
            Use another account
          </LinkButton>
        </p>
      ) : (
        <p className="small mute">Forgot your password? Ask an owner for a new one.</p>
      )}
    </form>
  )
}

/** Rendered after hydration, because the reason is in the URL of a static page. */
function SessionEndNote({ hidden }: { hidden: boolean }) {
  const [{ sessionEnd, hasDrafts }, setContext] = useState<SignInContext>({ sessionEnd: undefined, hasDrafts: false })
  useEffect(() => watchSignInContext(setContext), [])
  return (
    <div role="status">
      {sessionEnd && !hidden && (
        <div className="note note-warm">
          <CircleAlert className="icon" aria-hidden="true" />
          <div>
            <b>{SESSION_END_MESSAGES[sessionEnd].title}</b>
            <p>{SESSION_END_MESSAGES[sessionEnd].hint}</p>
            {!DRAFT_PRESERVING_ENDS.includes(sessionEnd) && <p>Unsaved changes on this page will be lost.</p>}
            {hasDrafts && <p>Your unsaved text is stored in this tab. Sign in to the same account to continue.</p>}
          </div>
        </div>
      )}
    </div>
  )
}
