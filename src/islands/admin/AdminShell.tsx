import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { hasRoleAtLeast, ROLE_LABELS } from '#domain/staff.ts'
import { ErrorBoundary, ReloadNote, withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { PrintedSeller } from '#islands/ui/PrintedSeller.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $session, openSession } from '#stores/admin/session/session.ts'
import { $unseenCount } from '#stores/admin/toasts.ts'
import { loadSite } from '#stores/site.ts'
import { CommandPaletteShortcut } from './CommandPaletteShortcut.tsx'
import { ConfirmPasswordDialog } from './ConfirmPasswordDialog.tsx'
import { DemoNote } from './DemoNote.tsx'
import { EmptyState, LoadError } from './load-states.tsx'
import { Navigation } from './Navigation.tsx'
import { ScreenHead, ScreenTitle } from './ScreenHead.tsx'
import { SessionExpiryWarning } from './SessionExpiryWarning.tsx'
import { SCREENS, type ScreenPath, type ScreenProps } from './screens.ts'
import { Toasts } from './Toasts.tsx'

/** At the bottom of the sidebar, or above the tabs, where a note covers no controls. */
const STRIP = 'bottom-tabs fixed left-0 z-20 w-full items-center py-0.75 text-label md:w-55.75 short:static'

export const AdminShell = withErrorBoundary(Shell)

interface Props extends Pick<ScreenProps, 'brand' | 'seller'> {
  path: ScreenPath
  children: ReactNode
}

/** Rendered at build time, so it contains no data. */
function Shell({ path, brand, seller, children }: Props) {
  const session = useStore($session, { ssr: 'initial' })
  const { title, role } = SCREENS.find((screen) => screen.path === path) ?? SCREENS[0]
  useUnseenCountInTitle(`${title} · ${brand} staff`)
  useEffect(() => void loadSite(), [])

  return (
    <div className="admin min-h-screen text-small leading-140 md:grid md:grid-cols-sidebar print:block print:min-h-0">
      <Navigation path={path} brand={brand} />
      <main id="main" className="admin-main group/main min-w-0 px-fluid-16-36 pb-24 md:pb-16" tabIndex={-1}>
        <PrintedSeller className="group-has-data-door/main:hidden" seller={seller} />
        <DemoNote className={STRIP} />
        <StorageWarning className={STRIP} />
        {session.state === 'failed' ? (
          <>
            <ScreenTitle>{title}</ScreenTitle>
            <LoadError
              failure={session.failure}
              onRetry={() => void openSession().then((session) => session && location.reload())}
            />
          </>
        ) : session.state === 'open' && !hasRoleAtLeast(session.user.role, role) ? (
          <>
            <ScreenHead title={title} />
            <EmptyState title={`This screen is for the ${ROLE_LABELS[role].toLowerCase()}.`}>
              Your account has no access to it. <a href="/admin">Back to the dashboard</a>
            </EmptyState>
          </>
        ) : (
          <ErrorBoundary fallback={() => <ReloadNote />}>{children}</ErrorBoundary>
        )}
        {/* Last, because it appears late and must not move the screen. */}
        {HAS_SERVER_FEATURES && <SandboxNote className={STRIP} />}
      </main>
      <div className="toasts fixed inset-x-0 bottom-tabs z-50 grid grid-cols-1 gap-px empty-alerts:absolute empty-statuses:absolute has-data-aside:top-14 has-data-aside:bottom-auto md:left-auto md:max-w-150 md:has-data-aside:top-0 print:hidden">
        <SessionExpiryWarning />
        <Toasts />
      </div>
      {HAS_SERVER_FEATURES && <ConfirmPasswordDialog />}
      <CommandPaletteShortcut />
    </div>
  )
}

function useUnseenCountInTitle(title: string) {
  const unseen = useStore($unseenCount)
  useDocumentEvent('visibilitychange', () => {
    if (!document.hidden) $unseenCount.set(0)
  })
  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title
  }, [unseen, title])
}
