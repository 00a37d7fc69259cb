import { useState } from 'react'
import type { AccountView } from '#contract/admin/account.ts'
import { formatInstant } from '#domain/calendar.ts'
import { endSession, endSessions } from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'

type Session = AccountView['sessions'][number]

/** The browsers of an account. Each can be signed out from here, and all of them at once. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const task = useTask()
  const [said, setSaid] = useState('')
  const end = async ({ sessionId, device }: Session) => {
    if (await task.run(() => endSession(sessionId))) setSaid(`${device} is signed out.`)
  }
  return (
    <>
      <ul className="account-sessions">
        {sessions.map((session) => (
          <li key={session.sessionId}>
            <div>
              <b>{session.device}</b>
              {session.current && <span className="tag tag-ok">This browser</span>}
              <p className="mute num">
                Signed in {formatInstant(Date.parse(session.signedInAt))}, last used{' '}
                {formatInstant(Date.parse(session.usedAt))}
              </p>
            </div>
            {!session.current && (
              <button
                type="button"
                className="button button-quiet button-small"
                aria-label={`Sign out ${session.device}, last used ${formatInstant(Date.parse(session.usedAt))}`}
                aria-disabled={task.busy || undefined}
                onClick={() => void end(session)}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      <Alert problem={task.problem} />
      <div className="account-row">
        <button
          type="button"
          className="button button-quiet button-small"
          aria-disabled={task.busy || undefined}
          onClick={() => void task.run(endSessions)}
        >
          Sign out everywhere, here too
        </button>
        <p role="status">{said}</p>
      </div>
    </>
  )
}
