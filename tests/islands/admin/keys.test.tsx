import { afterEach, expect, test } from 'vitest'
import { Keys } from '#islands/admin/account/Keys.tsx'
import { PaletteDoor } from '#islands/admin/PaletteDoor.tsx'
import { isShortcut } from '#islands/admin/shortcut.ts'
import { $keys } from '#stores/admin/keys.ts'
import { $paletteOpen, closePalette } from '#stores/admin/palette/opening.ts'
import { mount, press } from '../booking/mount.ts'

afterEach(() => {
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
  const { element } = await mount(
    <>
      <PaletteDoor />
      <dialog open>New booking</dialog>
    </>,
  )
  const ctrlK = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  ctrlK()
  expect($paletteOpen.get()).toBe(false)
  element.querySelector('dialog')?.remove()
  ctrlK()
  expect($paletteOpen.get()).toBe(true)
})
