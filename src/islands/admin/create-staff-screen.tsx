import { type ComponentType, useEffect } from 'react'
import { openStaffScreen, type StaffScreen } from '#stores/admin/staff-screen.ts'
import { AdminShell } from './AdminShell.tsx'
import type { ScreenPath, ScreenProps } from './screens.ts'

/** Returns the island of a screen: its content in the shell, open as a staff screen while mounted. */
export function createStaffScreen(
  path: ScreenPath,
  screen: StaffScreen | ((props: ScreenProps) => StaffScreen),
  Content: ComponentType<ScreenProps>,
) {
  function OpenScreen(props: ScreenProps) {
    useEffect(() => {
      const opened = typeof screen === 'function' ? screen(props) : screen
      const closeWhenOpen = openStaffScreen(opened, () => !document.hidden)
      // The browser restores the page from its back-forward cache.
      const reload = (event: PageTransitionEvent) => event.persisted && location.reload()
      window.addEventListener('pageshow', reload)
      return () => {
        window.removeEventListener('pageshow', reload)
        void closeWhenOpen.then((close) => close())
      }
    }, [])
    return <Content {...props} />
  }
  return (props: ScreenProps) => (
    <AdminShell path={path} brand={props.brand} seller={props.seller}>
      <OpenScreen {...props} />
    </AdminShell>
  )
}
