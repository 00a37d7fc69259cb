import { atom } from 'nanostores'

/** Whether the command palette is open. By itself, so that no screen carries the palette before it is. */
export const $paletteOpen = atom(false)

export const openPalette = (): void => $paletteOpen.set(true)
export const closePalette = (): void => $paletteOpen.set(false)
