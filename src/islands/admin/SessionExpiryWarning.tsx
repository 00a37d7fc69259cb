import { useStore } from '@nanostores/react'
import { staySignedIn } from '#stores/admin/screen.ts'
import { $endsSoon } from '#stores/admin/session/session.ts'
import { useTask } from './useTask.ts'

/** Says, before it happens, that an unused session ends. */
export function SessionExpiryWarning() {
  const soon = useStore($endsSoon)
  return <div role="alert">{soon && <Warning />}</div>
}

function Warning() {
  const task = useTask()
  return (
    <div className="toast">
      <p>
        <b>Still there?</b>
        <br />
        {task.problem ?? 'You will be signed out in two minutes.'}{' '}
        <button type="button" className="link" onClick={() => void task.run(staySignedIn)}>
          Stay signed in
        </button>
      </p>
    </div>
  )
}
