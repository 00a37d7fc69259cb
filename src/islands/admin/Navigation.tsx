import { ExternalLink, LogOut, Menu, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import mark from '#assets/mark.svg?inline'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { openPalette } from '#stores/admin/palette/open-state.ts'
import { signOutAllTabs } from '#stores/admin/staff-screen.ts'
import { HydratedButton } from './HydratedButton.tsx'
import { SCREEN_GROUPS, SCREENS, type ScreenPath } from './screens.ts'
import { useRole } from './useRole.ts'

const TAB_COUNT = 4
const ACCOUNT_PATH: ScreenPath = '/admin/account'

const LINK =
  'relative flex items-center no-underline hover:bg-ink/5 hover:text-ink focus-visible:-outline-offset-2 current:font-strong current:text-ink current:before:absolute current:before:bg-brick-fill'
const BESIDE_CONTENT = 'current:bg-paper current:before:inset-y-0 current:before:left-0 current:before:w-1'
const SIDE_LINK = `${LINK} ${BESIDE_CONTENT} min-h-11 w-full gap-3 pointer-fine:min-h-8.5 px-5 text-left font-med text-ink-2`
const TAB = `${LINK} min-h-15 flex-1 flex-col justify-center gap-1 px-1 py-1.5 text-center font-med text-ink-2 text-12 leading-none *:size-5 current:bg-transparent current:before:inset-x-4 current:before:-top-0.75 current:before:h-1.5`
const SHEET_LINK = `${LINK} ${BESIDE_CONTENT} min-h-12 gap-3.5 px-4 text-left font-strong font-stretch-88% text-body text-ink`
const SHEET_GROUP = 'grid grid-cols-2 border-line border-t pb-1'

/** A sidebar; on small screens a top bar, and tabs with a sheet for the other screens. */
export function Navigation({ path, brand }: { path: ScreenPath; brand: string }) {
  const role = useRole()
  const screens = SCREENS.filter(
    (screen) => screen.path !== ACCOUNT_PATH && !('within' in screen) && hasRoleAtLeast(role, screen.role),
  )
  const current = SCREENS.find((screen) => screen.path === path)
  const currentPath = current && 'within' in current ? current.within : path
  const tabs = screens.slice(0, TAB_COUNT)
  const groups = SCREEN_GROUPS.map((title) => ({
    title,
    entries: screens.slice(TAB_COUNT).filter((screen) => 'group' in screen && screen.group === title),
  })).filter(({ entries }) => entries.length > 0)
  const sidebar = useRef<HTMLElement>(null)
  // On a low window the sidebar scrolls.
  useEffect(() => void sidebar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [role])
  const renderLinks = (entries: readonly (typeof SCREENS)[number][], className: string) =>
    entries.map(({ path: to, title, icon: Icon }) => (
      <a
        key={to}
        href={to}
        className={className}
        aria-current={to === currentPath ? (to === path ? 'page' : 'true') : undefined}
      >
        <Icon className="icon" aria-hidden="true" />
        {title}
      </a>
    ))
  const renderFooterLinks = (className: string) => (
    <>
      {renderLinks(
        SCREENS.filter((screen) => screen.path === ACCOUNT_PATH),
        className,
      )}
      <a href="/" className={className}>
        <ExternalLink className="icon" aria-hidden="true" />
        View site
      </a>
      <LogoutButton className={className} />
    </>
  )
  return (
    <header className="border-line-2 max-md:sticky max-md:top-0 max-md:z-30 max-md:border-b max-md:bg-paper md:border-r md:bg-paper-sunk print:hidden">
      <a
        className="stretch-display flex h-14 items-center gap-2.5 px-fluid-16-36 font-display text-menu leading-none no-underline md:sticky md:top-0 md:h-16 md:px-5"
        href="/admin"
        aria-label={`${brand} staff area`}
      >
        <img className="size-8 flex-none" src={mark} alt="" width="32" height="32" />
        <span>{brand}</span>
      </a>
      <HydratedButton className="icon-button absolute top-1.5 right-fluid-4-28 md:hidden" onClick={openPalette}>
        <Search className="icon" aria-hidden="true" />
        <span className="visually-hidden">Search</span>
      </HydratedButton>
      <nav
        ref={sidebar}
        className="sticky top-16 flex h-below-brand scroll-pb-50 flex-col overflow-y-auto max-md:hidden"
        aria-label="Staff area"
      >
        {renderLinks(tabs, SIDE_LINK)}
        {groups.map(({ title, entries }) => (
          <div key={title} className="mt-2.5">
            {renderLinks(entries, SIDE_LINK)}
          </div>
        ))}
        <HydratedButton className={SIDE_LINK} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <Search className="icon" aria-hidden="true" />
          Search
          <kbd className="ml-auto rounded-1 border border-line-2 px-1.5 py-0.5 font-sans text-12 text-ink-3">
            Ctrl K
          </kbd>
        </HydratedButton>
        <div className="sticky bottom-0 z-1 mt-auto border-line-2 border-t bg-paper-sunk pt-2 pb-14">
          {renderFooterLinks(SIDE_LINK)}
        </div>
      </nav>
      <nav
        className="fixed inset-x-0 bottom-0 z-30 flex border-ledge border-t-3 bg-paper-raised pb-safe-bottom md:hidden"
        aria-label="Staff area"
      >
        {renderLinks(tabs, TAB)}
        <button
          type="button"
          className={TAB}
          aria-current={tabs.every((screen) => screen.path !== currentPath) ? 'true' : undefined}
          popoverTarget="admin-more"
        >
          <Menu className="icon" aria-hidden="true" />
          More
        </button>
        <div
          id="admin-more"
          popover="auto"
          className="fixed inset-x-0 top-auto bottom-tabs max-h-above-tabs w-auto overflow-y-auto border-line-2 border-t bg-paper-raised text-ink"
        >
          <p className="flex min-h-13 items-center justify-between pr-2 pl-4 font-strong">
            More
            <IconButton icon={X} label="Close" popoverTarget="admin-more" popoverTargetAction="hide" />
          </p>
          {groups.map(({ title, entries }) => (
            <div key={title} className={SHEET_GROUP}>
              <p className="col-span-full px-4 pt-2.5 font-med text-ink-3 text-label">{title}</p>
              {renderLinks(entries, SHEET_LINK)}
            </div>
          ))}
          <div className={SHEET_GROUP}>{renderFooterLinks(SHEET_LINK)}</div>
        </div>
      </nav>
    </header>
  )
}

function LogoutButton({ className }: { className: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <HydratedButton className={className} onClick={async () => setFailed(!(await signOutAllTabs()))}>
      <LogOut className="icon" aria-hidden="true" />
      <span role={failed ? 'alert' : undefined}>{failed ? 'Logout failed, try again' : 'Logout'}</span>
    </HydratedButton>
  )
}
