import { useStore } from '@nanostores/react'
import {
  BadgeCheck,
  CalendarDays,
  CalendarPlus,
  IdCard,
  type LucideIcon,
  Search,
  SquareArrowOutUpRight,
  X,
} from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatFailure } from '#contract/failure.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { buildGroups, type Entry, readRecent, saveRecent } from '#stores/admin/palette/entries.ts'
import { closePalette } from '#stores/admin/palette/open-state.ts'
import { $search, clearSearch, searchAdmin } from '#stores/admin/palette/search.ts'
import { SCREENS } from '../screens.ts'
import { useRole } from '../useRole.ts'

const ACTIONS: readonly { title: string; href: string; icon: LucideIcon }[] = HAS_SERVER_FEATURES
  ? [
      { title: 'New booking', href: '/admin/bookings?new', icon: CalendarPlus },
      { title: 'Verify next payment', href: '/admin/payments', icon: BadgeCheck },
    ]
  : []

const KEY = 'rounded-1 border border-line-3 border-b-2 px-2 py-0.75 font-med font-sans text-ink-2 text-12 leading-snug'

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
      className="mx-auto mt-fluid-12-120 mb-auto max-h-none w-palette max-w-none border border-line-2 border-t-6 border-t-brick-fill bg-paper-raised text-ink text-small backdrop:bg-night/88"
      aria-label="Search and commands"
      onClose={closePalette}
      onClick={(event: MouseEvent) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="flex max-h-palette flex-col">
        {/* A shadow and the caret show that the field has the focus. */}
        <div className="flex items-center gap-3 border-line-2 border-b px-4 focus-within:inset-shadow-focus">
          <Search className="icon text-icon-medium text-ink-3" aria-hidden="true" />
          <input
            className="min-h-15 min-w-0 flex-1 text-launcher focus-visible:outline-0"
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
          <button
            type="button"
            className="grid min-h-11 min-w-11 place-items-center"
            onClick={() => dialog.current?.close()}
          >
            <kbd className={`${KEY} pointer-coarse:hidden max-sm:hidden`}>Esc</kbd>{' '}
            <X className="icon pointer-coarse:block hidden max-sm:block" aria-hidden="true" />
            <span className="visually-hidden">Close</span>
          </button>
        </div>
        <div
          id="palette-list"
          role="listbox"
          aria-label="Results"
          aria-busy={busy}
          className="mask-b-from-94% flex-1 overflow-y-auto overscroll-contain pt-1.5 pb-6"
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: options are grouped by this role
            <div key={group.title} role="group" aria-label={group.title}>
              <p className="px-4 pt-2.5 pb-1 font-med text-ink-3 text-label" aria-hidden="true">
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
        <p
          className={failure || (entries.length === 0 && !busy) ? 'px-4 py-3.5 text-ink-2' : 'visually-hidden'}
          role="status"
        >
          {failure ? formatFailure(failure) : !busy && describeResults(entries.length)}
        </p>
        <p
          className="flex pointer-coarse:hidden flex-wrap gap-x-5 gap-y-2 border-line border-t px-4 py-2.5 text-ink-2 text-label max-sm:hidden"
          aria-hidden="true"
        >
          <span className="flex items-center gap-1.25">
            <kbd className={KEY}>↑</kbd>
            <kbd className={KEY}>↓</kbd> move
          </span>
          <span className="flex items-center gap-1.25">
            <kbd className={KEY}>Enter</kbd> open
          </span>
          <span className="flex items-center gap-1.25">
            <kbd className={KEY}>Ctrl Enter</kbd> new tab
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
      className="flex min-h-12 items-center gap-3.5 px-4 py-1.25 font-med no-underline aria-selected:inset-shadow-chosen aria-selected:bg-paper-sunk forced-colors:aria-selected:outline-2 forced-colors:aria-selected:outline-highlight forced-colors:aria-selected:-outline-offset-2"
      href={entry.href}
      tabIndex={-1}
      onPointerMove={onHover}
      onClick={() => saveRecent(entry)}
    >
      <Icon className="icon text-ink-3" aria-hidden="true" />
      <span className="wrap-anywhere min-w-0">
        {entry.title}
        {entry.detail && (
          <small className="block whitespace-pre-line font-text text-ink-2 text-label">{entry.detail}</small>
        )}
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
