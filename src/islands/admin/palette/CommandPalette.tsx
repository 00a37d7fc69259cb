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
import { buildGroups, type Entry, type KnownEntries, readRecent, saveRecent } from '#stores/admin/palette/entries.ts'
import { closePalette } from '#stores/admin/palette/open-state.ts'
import { $search, clearSearch, searchAdmin } from '#stores/admin/palette/search.ts'
import { $session } from '#stores/admin/session/session.ts'
import { formatFailure } from '#stores/api.ts'
import { SCREENS } from '../screens.ts'
import './command-palette.css'

const ACTIONS: readonly { title: string; href: string; icon: LucideIcon }[] = HAS_SERVER_FEATURES
  ? [
      { title: 'New booking', href: '/admin/bookings?new', icon: CalendarPlus },
      { title: 'Verify next payment', href: '/admin/payments', icon: BadgeCheck },
    ]
  : []

/**
 * A field and a list under it (APG, combobox with a list that is filtered elsewhere): the focus stays in the field, the
 * arrows move through the list, Enter goes there, with Ctrl or ⌘ in a new tab. The dialog gives the focus back.
 */
export default function CommandPalette() {
  const { q, results, busy, failure } = useStore($search)
  const session = useStore($session)
  const dialog = useRef<HTMLDialogElement>(null)
  const [recent] = useState(readRecent)
  const [at, setAt] = useState(0)
  const role = session.state === 'open' ? session.who.role : 'desk'
  const known = useMemo((): KnownEntries => {
    const screens = SCREENS.filter((screen) => hasRoleAtLeast(role, screen.role))
    return [
      ...ACTIONS.map(({ title, href }) => ({ kind: 'action' as const, title, detail: '', href })),
      ...screens.map(({ title, path }) => ({ kind: 'screen' as const, title, detail: '', href: path })),
    ]
  }, [role])
  const groups = buildGroups(q, known, results, recent)
  const entries = groups.flatMap((group) => group.entries)
  const chosen = entries[Math.min(at, entries.length - 1)]

  // Closed before it is taken out, so that the focus goes back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      clearSearch()
    }
  }, [])
  useEffect(() => {
    if (chosen) document.getElementById(getOptionId(entries.indexOf(chosen)))?.scrollIntoView({ block: 'nearest' })
  })

  function type(text: string) {
    setAt(0)
    searchAdmin(text)
  }

  function move(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((to + entries.length) % entries.length)
    }
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault()
      saveRecent(chosen)
      if (event.ctrlKey || event.metaKey) window.open(chosen.href, '_blank', 'noopener')
      else window.location.assign(chosen.href)
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
            aria-activedescendant={chosen && getOptionId(entries.indexOf(chosen))}
            placeholder="Name, company, ID, screen"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={q}
            onChange={(event) => type(event.target.value)}
            onKeyDown={move}
          />
          <button type="button" className="palette-key" onClick={() => dialog.current?.close()}>
            Esc<span className="visually-hidden">: close</span>
          </button>
        </div>
        <div id="palette-list" role="listbox" aria-label="Found" aria-busy={busy} className="palette-list">
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
                  selected={entry === chosen}
                  point={() => setAt(entries.indexOf(entry))}
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
  count === 0 ? 'Nothing is called that.' : `${count} ${count === 1 ? 'result' : 'results'}`

interface OptionProps {
  entry: Entry
  id: string
  selected: boolean
  point: () => void
}

function Option({ entry, id, selected, point }: OptionProps) {
  const Icon = getIcon(entry)
  return (
    // The link is the option itself: nothing that takes the focus may stand in one. The focus stays in the field.
    <a
      id={id}
      role="option"
      aria-selected={selected}
      className="palette-option"
      href={entry.href}
      tabIndex={-1}
      onPointerMove={point}
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
