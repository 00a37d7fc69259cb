import { ExternalLink, LogOut, Menu, Search, X } from 'lucide-react'
import { useState } from 'react'
import mark from '#assets/mark.svg?inline'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { openPalette } from '#stores/admin/palette/open-state.ts'
import { signOutAllTabs } from '#stores/admin/staff-screen.ts'
import { HydratedButton } from './HydratedButton.tsx'
import { SCREENS, type ScreenPath } from './screens.ts'
import { useRole } from './useRole.ts'
import './navigation.css'

const TAB_COUNT = 4
const ACCOUNT_PATH: ScreenPath = '/admin/account'

/** A sidebar; on small screens a top bar, and tabs with a sheet for the other screens. */
export function Navigation({ path, brand }: { path: ScreenPath; brand: string }) {
  const role = useRole()
  const screens = SCREENS.filter(
    (screen) => screen.path !== ACCOUNT_PATH && !('within' in screen) && hasRoleAtLeast(role, screen.role),
  )
  const current = SCREENS.find((screen) => screen.path === path)
  const currentPath = current && 'within' in current ? current.within : path
  const renderLink = ({ path: to, title, icon: Icon }: (typeof SCREENS)[number]) => (
    <a
      key={to}
      href={to}
      className="admin-link"
      aria-current={to === currentPath ? (to === path ? 'page' : 'true') : undefined}
    >
      <Icon className="icon" aria-hidden="true" />
      {title}
    </a>
  )
  const footerLinks = (
    <>
      {SCREENS.filter((screen) => screen.path === ACCOUNT_PATH).map(renderLink)}
      <a href="/" className="admin-link">
        <ExternalLink className="icon" aria-hidden="true" />
        View site
      </a>
      <LogoutButton />
    </>
  )
  return (
    <header className="admin-head">
      <a className="admin-brand" href="/admin" aria-label={`${brand} staff area`}>
        <img className="admin-mark" src={mark} alt="" width="32" height="32" />
        <span>{brand}</span>
      </a>
      <HydratedButton className="icon-button admin-find" onClick={openPalette}>
        <Search className="icon" aria-hidden="true" />
        <span className="visually-hidden">Search</span>
      </HydratedButton>
      <nav className="admin-side" aria-label="Staff area">
        {screens.map(renderLink)}
        <HydratedButton className="admin-link" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <Search className="icon" aria-hidden="true" />
          Search
          <kbd>Ctrl K</kbd>
        </HydratedButton>
        <div className="admin-side-end">{footerLinks}</div>
      </nav>
      <nav className="admin-tabs" aria-label="Staff area">
        {screens.slice(0, TAB_COUNT).map(renderLink)}
        <button type="button" className="admin-link" popoverTarget="admin-more">
          <Menu className="icon" aria-hidden="true" />
          More
        </button>
        <div id="admin-more" popover="auto" className="admin-more">
          <p className="admin-more-head">
            More
            <IconButton icon={X} label="Close" popoverTarget="admin-more" popoverTargetAction="hide" />
          </p>
          {screens.slice(TAB_COUNT).map(renderLink)}
          {footerLinks}
        </div>
      </nav>
    </header>
  )
}

function LogoutButton() {
  const [failed, setFailed] = useState(false)
  return (
    <HydratedButton className="admin-link" onClick={async () => setFailed(!(await signOutAllTabs()))}>
      <LogOut className="icon" aria-hidden="true" />
      <span role={failed ? 'alert' : undefined}>{failed ? 'Logout failed, try again' : 'Logout'}</span>
    </HydratedButton>
  )
}
