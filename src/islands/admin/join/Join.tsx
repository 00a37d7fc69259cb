import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { ROLE_LABELS } from '#domain/staff.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { $joining, type Joining, join, openJoin } from '#stores/admin/staff/join.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PasswordInput } from '../PasswordInput.tsx'
import '../sign-in.css'

export default withErrorBoundary(Join)

/** For an invited colleague: they choose their name and password, then sign in with them. */
function Join() {
  const joining = useStore($joining, { ssr: 'initial' })
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = joining
  useEffect(() => void openJoin(), [])
  useEffect(() => {
    if (state === 'joined' || state === 'over') heading.current?.focus()
  }, [state])
  return (
    <div className="admin-door-form admin-door-join">
      <h1 ref={heading} tabIndex={-1} className="display-2">
        {TITLES[state]}
      </h1>
      {joining.state === 'looking' && <p role="status">Looking at your link…</p>}
      {joining.state === 'over' && (
        <>
          <p className="note note-bad" role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            <span>{joining.sentence}</span>
          </p>
          <SignInLink />
        </>
      )}
      {joining.state === 'open' && <JoinForm joining={joining} />}
      {joining.state === 'joined' && (
        <>
          <p role="status">Sign in as {joining.invitation.email} with the password you have just chosen.</p>
          <SignInLink />
        </>
      )}
    </div>
  )
}

const SignInLink = () => (
  <a className="button button-wide" href="/admin/login">
    Sign in
  </a>
)

const TITLES: Readonly<Record<Joining['state'], string>> = {
  looking: 'Join the staff',
  over: 'This link is over',
  open: 'Join the staff',
  joined: 'You are in',
}

function JoinForm({
  joining: { invitation, busy, fields, problem },
}: {
  joining: Extract<Joining, { state: 'open' }>
}) {
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
    <form className="admin-door-form" method="post" noValidate onSubmit={submit}>
      <p>
        {invitation.forAccount
          ? `Choose a new password for ${invitation.email}.`
          : `Your account: ${invitation.email}, ${ROLE_LABELS[invitation.role].toLowerCase()}.`}
      </p>
      <Alert problem={problem} />
      <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
      <Field id="join-name" label="Your name" error={fields.name}>
        {(control) => (
          <input
            {...control}
            ref={name}
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={invitation.name}
            required
          />
        )}
      </Field>
      <Field
        id="join-password"
        label="Password"
        hint={`At least ${PASSWORD_LENGTH.least} characters: four or five words that nobody would put together.`}
        error={fields.password}
      >
        {(control) => (
          <PasswordInput {...control} ref={password} name="password" autoComplete="new-password" required />
        )}
      </Field>
      <button type="submit" className="button button-wide" aria-disabled={busy || undefined}>
        {busy ? 'Saving…' : invitation.forAccount ? 'Save the password' : 'Join'}
      </button>
    </form>
  )
}
