import { useEffect } from 'react'
import { $session } from '#stores/admin/session/session.ts'

/** Warns before the page is left with unsaved changes, unless the session has ended. */
export function useUnsavedWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => $session.get().state !== 'closed' && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
