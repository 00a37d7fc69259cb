import { persistent } from '../persistent.ts'

/** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
export const $shortcutsEnabled = persistent<boolean>('chautari-staff-keys', true, (stored) => stored !== false)
