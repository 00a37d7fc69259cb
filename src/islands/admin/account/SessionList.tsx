import { useState } from 'react'
import type { AccountView } from '#contract/admin/account.ts'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { endSession, endSessions } from '#stores/admin/staff/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'
import { ROW_CLASS } from './row-class.ts'

type Session = AccountView['sessions'][number]

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const task = useTask()
  const [status, setStatus] = useState('')
  const end = async ({ sessionId, device }: Session) => {
    if (await task.run(() => endSession(sessionId))) setStatus(`${device} is signed out.`)
  }
  return (
    <>
      <ul className="border-ledge border-t-2">
        {sessions.map((session) => (
          <li
            key={session.sessionId}
            className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-2.5"
          >
            <div>
              <b>{session.device}</b>
              {session.current && <span className="tag tag-ok ml-2.5 text-12">This browser</span>}
              <p className="mute tabular-nums">
                Signed in {formatInstant(Date.parse(session.signedInAt))}, last used{' '}
                {formatInstant(Date.parse(session.usedAt))}
              </p>
            </div>
            {!session.current && (
              <QuietButton
                aria-label={`Sign out ${session.device}, last used ${formatInstant(Date.parse(session.usedAt))}`}
                busy={task.busy}
                onClick={() => void end(session)}
              >
                Sign out
              </QuietButton>
            )}
          </li>
        ))}
      </ul>
      <Alert problem={task.problem} />
      <div className={ROW_CLASS}>
        <QuietButton busy={task.busy} onClick={() => void task.run(endSessions)}>
          Sign out everywhere, including here
        </QuietButton>
        <p role="status">{status}</p>
      </div>
    </>
  )
}
