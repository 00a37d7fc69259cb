import { useEffect } from 'react'
import { openStaffScreen, type StaffScreen } from '#stores/admin/screen.ts'

/** Opens the staff screen when it is mounted. A page that the browser takes out of its store starts anew. */
export function useStaffScreen(screen: StaffScreen): void {
  useEffect(() => {
    const opening = openStaffScreen(screen, () => !document.hidden)
    const again = (event: PageTransitionEvent) => event.persisted && location.reload()
    window.addEventListener('pageshow', again)
    return () => {
      window.removeEventListener('pageshow', again)
      void opening.then((close) => close())
    }
  }, [screen])
}
