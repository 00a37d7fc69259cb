import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { KeyboardShortcuts } from '#islands/admin/account/KeyboardShortcuts.tsx'
import { CommandPaletteShortcut } from '#islands/admin/CommandPaletteShortcut.tsx'
import { isShortcut } from '#islands/admin/is-shortcut.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { $isPaletteOpen, closePalette } from '#stores/admin/palette/open-state.ts'
import { mount, press } from '../booking/mount.ts'

beforeEach(() => {
  $shortcutsEnabled.set(true)
  closePalette()
})

/** What a key means that is pressed at a place of the page. */
function pressed(at: Element, init: KeyboardEventInit = {}): boolean {
  let said = false
  const hear = (event: Event) => {
    said = isShortcut(event as KeyboardEvent)
  }
  document.addEventListener('keydown', hear)
  at.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, ...init }))
  document.removeEventListener('keydown', hear)
  return said
}

test('a single letter does something where nobody types, and nothing once it is switched off', async () => {
  const { element } = await mount(<KeyboardShortcuts />)
  const box = element.querySelector('input')
  expect([pressed(document.body), pressed(box ?? element), pressed(document.body, { ctrlKey: true })]).toEqual([
    true,
    false,
    false,
  ])
  await press(box)
  expect($shortcutsEnabled.get()).toBe(false)
  expect(pressed(document.body)).toBe(false)
})

test('the palette opens over no form that is being filled in', async () => {
  const page = (filling: boolean) => (
    <>
      <CommandPaletteShortcut />
      {filling && <dialog open>New booking</dialog>}
    </>
  )
  const { element, show } = await mount(page(true))
  const ctrlK = () => act(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  ctrlK()
  expect($isPaletteOpen.get()).toBe(false)
  await show(page(false))
  ctrlK()
  expect($isPaletteOpen.get()).toBe(true)
  await act(vi.dynamicImportSettled)
  expect(element.querySelector('dialog')?.getAttribute('aria-label')).toBe('Search and commands')
})
