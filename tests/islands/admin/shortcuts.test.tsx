import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ShortcutSetting } from '#islands/admin/account/ShortcutSetting.tsx'
import { CommandPaletteShortcut } from '#islands/admin/CommandPaletteShortcut.tsx'
import { isShortcut } from '#islands/admin/is-shortcut.ts'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'
import { $isPaletteOpen, closePalette } from '#stores/admin/palette/open-state.ts'
import { click, mount } from '../booking/mount.ts'

beforeEach(() => {
  $shortcutsEnabled.set(true)
  closePalette()
})

/** Returns whether a key that is pressed at an element is a shortcut. */
function isShortcutAt(at: Element, init: KeyboardEventInit = {}): boolean {
  let result = false
  const listener = (event: Event) => {
    result = isShortcut(event as KeyboardEvent)
  }
  document.addEventListener('keydown', listener)
  at.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, ...init }))
  document.removeEventListener('keydown', listener)
  return result
}

test('a single-letter shortcut applies outside of fields, and not once it is switched off', async () => {
  const { element } = await mount(<ShortcutSetting />)
  const checkbox = element.querySelector('input')
  expect([
    isShortcutAt(document.body),
    isShortcutAt(checkbox ?? element),
    isShortcutAt(document.body, { ctrlKey: true }),
  ]).toEqual([true, false, false])
  await click(checkbox)
  expect($shortcutsEnabled.get()).toBe(false)
  expect(isShortcutAt(document.body)).toBe(false)
})

test('the palette does not open over an open dialog', async () => {
  const page = (isDialogOpen: boolean) => (
    <>
      <CommandPaletteShortcut />
      {isDialogOpen && <dialog open>New booking</dialog>}
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
