import { useEffect } from 'react'
import { openDesk, type Screen } from '#stores/admin/desk.ts'

/** Opens the staff screen when it is mounted. A page that the browser takes out of its store starts anew. */
export function useDesk(screen: Screen): void {
  useEffect(() => {
    const opening = openDesk(screen, () => !document.hidden)
    const again = (event: PageTransitionEvent) => event.persisted && location.reload()
    window.addEventListener('pageshow', again)
    return () => {
      window.removeEventListener('pageshow', again)
      void opening.then((close) => close())
    }
  }, [screen])
}
