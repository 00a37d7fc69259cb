import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Keys } from '#islands/admin/account/Keys.tsx'
import { PaletteDoor } from '#islands/admin/PaletteDoor.tsx'
import { isShortcut } from '#islands/admin/shortcut.ts'
import { $keys } from '#stores/admin/keys.ts'
import { $paletteOpen, closePalette } from '#stores/admin/palette/opening.ts'
import { mount, press } from '../booking/mount.ts'

beforeEach(() => {
  $keys.set(true)
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
  const { element } = await mount(<Keys />)
  const box = element.querySelector('input')
  expect([pressed(document.body), pressed(box ?? element), pressed(document.body, { ctrlKey: true })]).toEqual([
    true,
    false,
    false,
  ])
  await press(box)
  expect($keys.get()).toBe(false)
  expect(pressed(document.body)).toBe(false)
})

test('the palette opens over no form that is being filled in', async () => {
  const page = (filling: boolean) => (
    <>
      <PaletteDoor />
      {filling && <dialog open>New booking</dialog>}
    </>
  )
  const { element, show } = await mount(page(true))
  const ctrlK = () => act(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })))
  ctrlK()
  expect($paletteOpen.get()).toBe(false)
  await show(page(false))
  ctrlK()
  expect($paletteOpen.get()).toBe(true)
  await act(vi.dynamicImportSettled)
  expect(element.querySelector('dialog')?.getAttribute('aria-label')).toBe('Search and commands')
})
