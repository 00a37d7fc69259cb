import { atom } from 'nanostores'

/** Whether the command palette is open. By itself, so that no screen carries the palette before it is. */
export const $isPaletteOpen = atom(false)

export const openPalette = (): void => $isPaletteOpen.set(true)
export const closePalette = (): void => $isPaletteOpen.set(false)
