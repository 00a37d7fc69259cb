/** Codes of an authenticator app (RFC 6238): six digits, new every half minute. */
const STEP_MS = 30_000
/** One step to either side, for clocks that differ (RFC 6238 §5.2). */
const DRIFT = 1

export const BACKUP_CODES = 10
/** Without signs that are taken for one another. */
export const BACKUP_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: what is stored of one cannot be tried out. */
export const BACKUP_LENGTH = 12

/** The steps whose code is taken at an instant. Each code counts once: steps up to `last` are over. */
export function openSteps(now: number, last: number): number[] {
  const current = Math.floor(now / STEP_MS)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index)
  return steps.filter((step) => step > last)
}

export type SecondFactorCode = { kind: 'app' | 'backup'; code: string }

/** What somebody typed, however they grouped it; undefined where it can be neither kind of code. */
export function readCode(typed: string): SecondFactorCode | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isBackup = code.length === BACKUP_LENGTH && [...code].every((sign) => BACKUP_ALPHABET.includes(sign))
  return isBackup ? { kind: 'backup', code } : undefined
}

/** `abcd-efgh-jkmn`, as it is shown. */
export const groupBackupCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** The key of an app in groups of four, for those who type it. */
export const groupKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ')
