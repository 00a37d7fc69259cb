import { atom } from 'nanostores'

/** In its own module, so that screens do not load the palette before it is opened. */
export const $isPaletteOpen = atom(false)

export const openPalette = (): void => $isPaletteOpen.set(true)
export const closePalette = (): void => $isPaletteOpen.set(false)
