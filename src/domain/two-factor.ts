/** Codes of an authenticator app (RFC 6238): six digits, new every half minute. */
const STEP_MS = 30_000
/** One step to either side, for clocks that differ (RFC 6238 §5.2). */
const MAX_DRIFT_STEPS = 1

export const BACKUP_CODE_COUNT = 10
/** Without signs that are taken for one another. */
export const BACKUP_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: what is stored of one cannot be tried out. */
export const BACKUP_CODE_LENGTH = 12

/** The steps whose code is taken at an instant. Each code counts once: steps up to `last` are over. */
export function listValidSteps(now: number, last: number): number[] {
  const current = Math.floor(now / STEP_MS)
  const steps = Array.from({ length: 2 * MAX_DRIFT_STEPS + 1 }, (_, index) => current - MAX_DRIFT_STEPS + index)
  return steps.filter((step) => step > last)
}

export type TwoFactorCode = { kind: 'app' | 'backup'; code: string }

/** What somebody typed, however they grouped it; undefined where it can be neither kind of code. */
export function readTwoFactorCode(typed: string): TwoFactorCode | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isBackup = code.length === BACKUP_CODE_LENGTH && [...code].every((sign) => BACKUP_CODE_ALPHABET.includes(sign))
  return isBackup ? { kind: 'backup', code } : undefined
}

/** `abcd-efgh-jkmn`, as it is shown. */
export const groupBackupCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** The key of an app in groups of four, for those who type it. */
export const groupSetupKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ')
