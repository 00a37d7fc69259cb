import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { mayActAs, ROLE_LABELS } from '#domain/staff.ts'
import { ErrorBoundary, ReloadNote, withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { UnkeptNote } from '#islands/ui/UnkeptNote.tsx'
import { $unseen } from '#stores/admin/notices.ts'
import { OFFICE } from '#stores/admin/office.ts'
import { $session, enter } from '#stores/admin/session.ts'
import { readWhatSiteOffers } from '#stores/site.ts'
import { DemoNote } from './DemoNote.tsx'
import { Empty } from './Empty.tsx'
import { Navigation } from './Navigation.tsx'
import { PaletteDoor } from './PaletteDoor.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import { Problem } from './Problem.tsx'
import { SessionEnd } from './SessionEnd.tsx'
import { SCREENS, type ScreenPath } from './screens.ts'
import { Toasts } from './Toasts.tsx'

interface AdminProps {
  path: ScreenPath
  brand: string
  children: ReactNode
}

export const Admin = withErrorBoundary(Shell)

/** The navigation and the toasts around every screen. The shell is static and holds no data. */
function Shell({ path, brand, children }: AdminProps) {
  const session = useStore($session, { ssr: 'initial' })
  const { title, role } = SCREENS.find((screen) => screen.path === path) ?? SCREENS[0]
  useTitleCount(`${title} · ${brand} staff`)
  useEffect(() => void readWhatSiteOffers(), [])

  return (
    <div className="admin">
      <Navigation path={path} brand={brand} />
      <main id="main" className="admin-main" tabIndex={-1}>
        <DemoNote />
        <UnkeptNote />
        {session.state === 'unanswered' ? (
          <>
            <h1 className="admin-title">{title}</h1>
            <Problem failure={session.failure} again={() => void enter().then((who) => who && location.reload())} />
          </>
        ) : session.state === 'open' && !mayActAs(session.who.role, role) ? (
          <>
            <h1 className="admin-title admin-head-row">{title}</h1>
            <Empty title={`This screen is for the ${ROLE_LABELS[role].toLowerCase()}.`}>
              Your account may not see it. <a href="/admin">Back to the dashboard</a>
            </Empty>
          </>
        ) : (
          <ErrorBoundary fallback={() => <ReloadNote />}>{children}</ErrorBoundary>
        )}
        {/* Last, because it comes late: nothing that stands moves. */}
        {OFFICE && <SandboxNote />}
      </main>
      <div className="admin-news">
        <SessionEnd />
        <Toasts />
      </div>
      {OFFICE && <PasswordAgain />}
      <PaletteDoor />
    </div>
  )
}

/** While nobody looks at the tab, its title counts what arrived. */
function useTitleCount(title: string) {
  const unseen = useStore($unseen)
  useEffect(() => {
    const look = () => {
      if (!document.hidden) $unseen.set(0)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title
  }, [unseen, title])
}
