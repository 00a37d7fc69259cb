/** Codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds. */
const STEP_MS = 30_000
/** One step to either side, for clocks that differ (RFC 6238 §5.2). */
const MAX_DRIFT_STEPS = 1

export const BACKUP_CODE_COUNT = 10
/** Without look-alike characters. */
export const BACKUP_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits cannot be guessed from a stored digest. */
export const BACKUP_CODE_LENGTH = 12

/** The steps whose code is accepted at an instant. Each code counts once: steps up to `last` are used. */
export function listValidSteps(now: number, last: number): number[] {
  const current = Math.floor(now / STEP_MS)
  const steps = Array.from({ length: 2 * MAX_DRIFT_STEPS + 1 }, (_, index) => current - MAX_DRIFT_STEPS + index)
  return steps.filter((step) => step > last)
}

type TwoFactorCode = { kind: 'app' | 'backup'; code: string }

/** Undefined if the input cannot be a code of either kind. */
export function readTwoFactorCode(input: string): TwoFactorCode | undefined {
  const code = input.replace(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isBackup =
    code.length === BACKUP_CODE_LENGTH && [...code].every((character) => BACKUP_CODE_ALPHABET.includes(character))
  return isBackup ? { kind: 'backup', code } : undefined
}

/** Returns `abcd-efgh-jkmn`. */
export const groupBackupCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

/** Groups of four, for people who type the key. */
export const groupSetupKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ')
