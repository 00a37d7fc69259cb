import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { $joinState, type JoinState, join, openJoin } from '#stores/admin/staff/join.ts'
import { Alert } from '../../ui/Alert.tsx'
import { InputField } from '../form/fields.tsx'
import { PasswordField } from '../form/PasswordField.tsx'

export default withErrorBoundary(Join)

function Join() {
  const joinState = useStore($joinState, { ssr: 'initial' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = joinState
  useEffect(() => void openJoin(), [])
  useEffect(() => {
    if (state === 'joined' || state === 'unavailable') heading.current?.focus()
  }, [state])
  return (
    <div className="grid gap-4.5" aria-busy={state === 'loading' || undefined}>
      <h1 ref={heading} tabIndex={-1} className="display-2 mb-1.5">
        {TITLES[state]}
      </h1>
      {joinState.state === 'loading' && <p role="status">Checking your link…</p>}
      {joinState.state === 'unavailable' && (
        <>
          <Note className="note-bad" icon={CircleAlert} role="alert">
            {joinState.problem}
          </Note>
          <SignInLink className="button button-quiet button-wide" />
        </>
      )}
      {joinState.state === 'open' && <JoinForm joinState={joinState} />}
      {joinState.state === 'joined' && (
        <>
          <p role="status">Sign in as {joinState.invitation.email} with your new password.</p>
          <SignInLink className="button button-wide" />
        </>
      )}
    </div>
  )
}

const SignInLink = ({ className }: { className: string }) => (
  <a className={className} href="/admin/login">
    Sign in
  </a>
)

const TITLES: Readonly<Record<JoinState['state'], string>> = {
  loading: 'Join the staff',
  unavailable: 'This link is not valid',
  open: 'Join the staff',
  joined: 'Welcome',
}

function JoinForm({ joinState }: { joinState: Extract<JoinState, { state: 'open' }> }) {
  const { invitation, busy, fields, problem } = joinState
  const name = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (fields.name) name.current?.focus()
    else if (fields.password) password.current?.focus()
  }, [fields])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void join(name.current?.value ?? '', password.current?.value ?? '')
  }
  return (
    <form className="grid gap-4.5" method="post" noValidate onSubmit={submit}>
      <p>
        {invitation.forAccount
          ? `Choose a new password for ${invitation.email}.`
          : `Your account: ${invitation.email}, ${ROLE_LABELS[invitation.role].toLowerCase()}.`}
      </p>
      <Alert problem={problem} />
      <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
      <InputField
        ref={name}
        id="join-name"
        label="Your name"
        error={fields.name}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={invitation.name}
        required
      />
      <PasswordField
        ref={password}
        id="join-password"
        label="Password"
        hint={`At least ${PASSWORD_LENGTH.min} characters: four or five unrelated words.`}
        error={fields.password}
        name="password"
        autoComplete="new-password"
        required
      />
      <button type="submit" className="button button-wide" aria-disabled={busy || undefined}>
        {busy ? 'Saving…' : invitation.forAccount ? 'Save the password' : 'Join'}
      </button>
    </form>
  )
}
