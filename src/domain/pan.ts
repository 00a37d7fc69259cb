import { toLatinDigits } from './number.ts'

/** Without spaces and hyphens, in Latin digits. */
export const normalisePan = (text: string): string => toLatinDigits(text).replace(/[\s-]/g, '')

/** The number has no check digit. */
export const isPan = (text: string): boolean => /^\d{9}$/.test(text)
