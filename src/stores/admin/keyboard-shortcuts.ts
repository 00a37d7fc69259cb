import { persistent } from '../persistent.ts'

/** Whether single letters do things: off for who types by voice or would press them unawares (WCAG 2.1.4). */
export const $shortcutsEnabled = persistent<boolean>('chautari-staff-keys', true, (found) => found !== false)
