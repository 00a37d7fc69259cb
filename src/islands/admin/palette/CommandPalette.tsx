import { useStore } from '@nanostores/react'
import {
  BadgeCheck,
  CalendarDays,
  CalendarPlus,
  IdCard,
  type LucideIcon,
  Search,
  SquareArrowOutUpRight,
} from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { buildGroups, type Entry, readRecent, saveRecent } from '#stores/admin/palette/entries.ts'
import { closePalette } from '#stores/admin/palette/open-state.ts'
import { $search, clearSearch, searchAdmin } from '#stores/admin/palette/search.ts'
import { formatFailure } from '#stores/api.ts'
import { SCREENS } from '../screens.ts'
import { useRole } from '../useRole.ts'
import './command-palette.css'

const ACTIONS: readonly { title: string; href: string; icon: LucideIcon }[] = HAS_SERVER_FEATURES
  ? [
      { title: 'New booking', href: '/admin/bookings?new', icon: CalendarPlus },
      { title: 'Verify next payment', href: '/admin/payments', icon: BadgeCheck },
    ]
  : []

/** An APG combobox: the focus stays in the field; Ctrl or ⌘ with Enter opens a new tab. */
export default function CommandPalette() {
  const { q, results, busy, failure } = useStore($search)
  const role = useRole()
  const dialog = useRef<HTMLDialogElement>(null)
  const [recent] = useState(readRecent)
  const [activeIndex, setActiveIndex] = useState(0)
  const staticEntries = useMemo((): Entry[] => {
    const screens = SCREENS.filter((screen) => hasRoleAtLeast(role, screen.role))
    return [
      ...ACTIONS.map(({ title, href }) => ({ kind: 'action' as const, title, detail: '', href })),
      ...screens.map(({ title, path }) => ({ kind: 'screen' as const, title, detail: '', href: path })),
    ]
  }, [role])
  const groups = buildGroups(q, staticEntries, results, recent)
  const entries = groups.flatMap((group) => group.entries)
  const activeEntry = entries[Math.min(activeIndex, entries.length - 1)]

  // Closed before it is removed, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      clearSearch()
    }
  }, [])
  useEffect(() => {
    if (activeEntry)
      document.getElementById(getOptionId(entries.indexOf(activeEntry)))?.scrollIntoView({ block: 'nearest' })
  })

  function changeQuery(text: string) {
    setActiveIndex(0)
    searchAdmin(text)
  }

  function handleKey(event: KeyboardEvent) {
    const to = { ArrowDown: activeIndex + 1, ArrowUp: activeIndex - 1 }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      setActiveIndex((to + entries.length) % entries.length)
    }
    if (event.key === 'Enter' && activeEntry && !event.nativeEvent.isComposing) {
      event.preventDefault()
      saveRecent(activeEntry)
      if (event.ctrlKey || event.metaKey) window.open(activeEntry.href, '_blank', 'noopener')
      else window.location.assign(activeEntry.href)
      closePalette()
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the scrim; Escape does the same
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search and commands"
      onClose={closePalette}
      onClick={(event: MouseEvent) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="palette-in">
        <div className="palette-field">
          <Search className="icon" aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-label="Search bookings and members, or go to a screen"
            aria-expanded={entries.length > 0}
            aria-controls="palette-list"
            aria-autocomplete="list"
            aria-activedescendant={activeEntry && getOptionId(entries.indexOf(activeEntry))}
            placeholder="Name, company, ID, screen"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={q}
            onChange={(event) => changeQuery(event.target.value)}
            onKeyDown={handleKey}
          />
          <button type="button" className="palette-key" onClick={() => dialog.current?.close()}>
            Esc<span className="visually-hidden">: close</span>
          </button>
        </div>
        <div id="palette-list" role="listbox" aria-label="Results" aria-busy={busy} className="palette-list">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: options are grouped by this role
            <div key={group.title} role="group" aria-label={group.title}>
              <p className="palette-group" aria-hidden="true">
                {group.title}
              </p>
              {group.entries.map((entry) => (
                <Option
                  key={`${entry.kind} ${entry.href} ${entry.title}`}
                  entry={entry}
                  id={getOptionId(entries.indexOf(entry))}
                  selected={entry === activeEntry}
                  onHover={() => setActiveIndex(entries.indexOf(entry))}
                />
              ))}
            </div>
          ))}
        </div>
        <p className={failure || (entries.length === 0 && !busy) ? 'palette-said' : 'visually-hidden'} role="status">
          {failure ? formatFailure(failure) : !busy && describeResults(entries.length)}
        </p>
        <p className="palette-foot" aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> move
          </span>
          <span>
            <kbd>Enter</kbd> open
          </span>
          <span>
            <kbd>Ctrl Enter</kbd> new tab
          </span>
        </p>
      </div>
    </dialog>
  )
}

const getOptionId = (index: number): string => `palette-${index}`

const describeResults = (count: number): string =>
  count === 0 ? 'No results found.' : `${count} ${count === 1 ? 'result' : 'results'}`

interface OptionProps {
  entry: Entry
  id: string
  selected: boolean
  onHover: () => void
}

function Option({ entry, id, selected, onHover }: OptionProps) {
  const Icon = getIcon(entry)
  return (
    // The link itself is the option, because an option must not contain focusable elements.
    <a
      id={id}
      role="option"
      aria-selected={selected}
      className="palette-option"
      href={entry.href}
      tabIndex={-1}
      onPointerMove={onHover}
      onClick={() => saveRecent(entry)}
    >
      <Icon className="icon" aria-hidden="true" />
      <span>
        {entry.title}
        {entry.detail && <small>{entry.detail}</small>}
      </span>
    </a>
  )
}

function getIcon({ kind, href }: Entry): LucideIcon {
  switch (kind) {
    case 'screen':
      return SCREENS.find(({ path }) => path === href)?.icon ?? SquareArrowOutUpRight
    case 'action':
      return ACTIONS.find((action) => action.href === href)?.icon ?? SquareArrowOutUpRight
    case 'booking':
      return CalendarDays
    case 'member':
      return IdCard
  }
}
