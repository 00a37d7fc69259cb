import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { hasRoleAtLeast, ROLE_LABELS } from '#domain/staff.ts'
import { ErrorBoundary, ReloadNote, withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $session, openSession } from '#stores/admin/session/session.ts'
import { $unseenCount } from '#stores/admin/toasts.ts'
import { loadSite } from '#stores/site.ts'
import { CommandPaletteShortcut } from './CommandPaletteShortcut.tsx'
import { ConfirmPassword } from './ConfirmPassword.tsx'
import { DemoNote } from './DemoNote.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LoadError } from './LoadError.tsx'
import { Navigation } from './Navigation.tsx'
import { SessionExpiryWarning } from './SessionExpiryWarning.tsx'
import { SCREENS, type ScreenPath } from './screens.ts'
import { Toasts } from './Toasts.tsx'

interface AdminProps {
  path: ScreenPath
  brand: string
  children: ReactNode
}

export const AdminShell = withErrorBoundary(StaffScreen)

/** The navigation and the toasts around every screen. The shell is static and holds no data. */
function StaffScreen({ path, brand, children }: AdminProps) {
  const session = useStore($session, { ssr: 'initial' })
  const { title, role } = SCREENS.find((screen) => screen.path === path) ?? SCREENS[0]
  useUnseenCountInTitle(`${title} · ${brand} staff`)
  useEffect(() => void loadSite(), [])

  return (
    <div className="admin">
      <Navigation path={path} brand={brand} />
      <main id="main" className="admin-main" tabIndex={-1}>
        <DemoNote />
        <StorageWarning />
        {session.state === 'unanswered' ? (
          <>
            <h1 className="admin-title">{title}</h1>
            <LoadError
              failure={session.failure}
              onRetry={() => void openSession().then((who) => who && location.reload())}
            />
          </>
        ) : session.state === 'open' && !hasRoleAtLeast(session.who.role, role) ? (
          <>
            <h1 className="admin-title admin-head-row">{title}</h1>
            <EmptyState title={`This screen is for the ${ROLE_LABELS[role].toLowerCase()}.`}>
              Your account may not see it. <a href="/admin">Back to the dashboard</a>
            </EmptyState>
          </>
        ) : (
          <ErrorBoundary fallback={() => <ReloadNote />}>{children}</ErrorBoundary>
        )}
        {/* Last, because it comes late: nothing that stands moves. */}
        {HAS_SERVER_FEATURES && <SandboxNote />}
      </main>
      <div className="admin-news">
        <SessionExpiryWarning />
        <Toasts />
      </div>
      {HAS_SERVER_FEATURES && <ConfirmPassword />}
      <CommandPaletteShortcut />
    </div>
  )
}

/** While nobody looks at the tab, its title counts what arrived. */
function useUnseenCountInTitle(title: string) {
  const unseen = useStore($unseenCount)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) $unseenCount.set(0)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title
  }, [unseen, title])
}
