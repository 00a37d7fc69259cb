import { useStore } from '@nanostores/react'
import { staySignedIn } from '#stores/admin/desk.ts'
import { $endsSoon } from '#stores/admin/session.ts'

/** Says, before it happens, that an unused session ends. */
export function SessionEnd() {
  const soon = useStore($endsSoon)
  return (
    <div role="alert" className="admin-session-end">
      {soon && (
        <p className="note note-warm">
          Nothing was done here for a while: you will be signed out in two minutes.
          <button type="button" className="button button-quiet button-small" onClick={() => void staySignedIn()}>
            Stay signed in
          </button>
        </p>
      )}
    </div>
  )
}
