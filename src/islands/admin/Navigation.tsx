import { useStore } from '@nanostores/react'
import { ExternalLink, LogOut, Menu, Search, X } from 'lucide-react'
import { useState } from 'react'
import mark from '#assets/mark.svg?inline'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { openPalette } from '#stores/admin/palette/open-state.ts'
import { signOutAllTabs } from '#stores/admin/screen.ts'
import { $session } from '#stores/admin/session/session.ts'
import { HydratedButton } from './HydratedButton.tsx'
import { SCREENS, type ScreenPath } from './screens.ts'
import './navigation.css'

const TAB_COUNT = 4
const ACCOUNT_PATH: ScreenPath = '/admin/account'

interface NavigationProps {
  path: ScreenPath
  brand: string
}

/** A sidebar; on small screens a bar above, and below it tabs with a sheet for what has no tab. */
export function Navigation({ path, brand }: NavigationProps) {
  const session = useStore($session, { ssr: 'initial' })
  // Until it is known who looks, the front desk's screens: nothing is shown that goes away again.
  const role = session.state === 'open' ? session.who.role : 'desk'
  const screens = SCREENS.filter(
    (screen) => screen.path !== ACCOUNT_PATH && !('within' in screen) && hasRoleAtLeast(role, screen.role),
  )
  const current = SCREENS.find((screen) => screen.path === path)
  const place = current && 'within' in current ? current.within : path
  const link = ({ path: to, title, icon: Icon }: (typeof SCREENS)[number]) => (
    <a
      key={to}
      href={to}
      className="admin-link"
      aria-current={to === place ? (to === path ? 'page' : 'true') : undefined}
    >
      <Icon className="icon" aria-hidden="true" />
      {title}
    </a>
  )
  const leave = (
    <>
      {SCREENS.filter((screen) => screen.path === ACCOUNT_PATH).map(link)}
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
        {screens.map(link)}
        <HydratedButton className="admin-link" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <Search className="icon" aria-hidden="true" />
          Search
          <kbd>Ctrl K</kbd>
        </HydratedButton>
        <div className="admin-side-end">{leave}</div>
      </nav>
      <nav className="admin-tabs" aria-label="Staff area">
        {screens.slice(0, TAB_COUNT).map(link)}
        <button type="button" className="admin-link" popoverTarget="admin-more">
          <Menu className="icon" aria-hidden="true" />
          More
        </button>
        <div id="admin-more" popover="auto" className="admin-more">
          <p className="admin-more-head">
            More
            <button type="button" className="icon-button" popoverTarget="admin-more" popoverTargetAction="hide">
              <X className="icon" aria-hidden="true" />
              <span className="visually-hidden">Close</span>
            </button>
          </p>
          {screens.slice(TAB_COUNT).map(link)}
          {leave}
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
