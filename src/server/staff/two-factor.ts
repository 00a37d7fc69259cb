import { randomBytes, randomInt } from 'node:crypto'
import type { confirmTwoFactor as Confirm } from '#contract/admin/account.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import {
  BACKUP_CODE_ALPHABET,
  BACKUP_CODE_COUNT,
  BACKUP_CODE_LENGTH,
  groupBackupCode,
  listValidSteps,
  readTwoFactorCode,
} from '#domain/two-factor.ts'
import type { App } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadKey, seal, unseal } from '../secrets.ts'
import { twoFactorChangedEmail } from './emails.ts'
import { endSessions } from './session-ends.ts'
import { hashToken, type Staff } from './sessions.ts'
import { admitCode, forgiveCode } from './sign-in-throttle.ts'

/** 160 bits, as RFC 4226 §4 recommends. */
const KEY_BYTES = 20

const RESTARTED_ELSEWHERE =
  'This was begun anew in another tab or browser: go on there, or leave it and begin again here'

type Account = Pick<Staff, 'id' | 'email'>
type TwoFactor = Tables['two_factors']

/**
 * Asks an account that has a second factor for its code: `code_needed` without one, `wrong_code` for one that is wrong
 * or was used before. A backup code counts once and says so in the audit.
 */
export async function checkSecondFactor(
  app: App,
  account: Account,
  typed: string | undefined,
): Promise<Outcome<undefined>> {
  const factor = await findTwoFactor(app.db.read, account.id)
  if (!factor?.confirmed_at) return succeed(undefined)
  if (!typed?.trim()) return fail('code_needed')
  const admitted = await admitCode(app, account.id)
  if (!admitted.ok) return admitted
  const given = readTwoFactorCode(typed)
  if (!given) return fail('wrong_code')
  if (given.kind === 'backup')
    return app.db.write(async (db) => {
      if (!(await useBackupCode(db, account.id, given.code))) return fail('wrong_code')
      await forgiveCode(db, account.id)
      await recordAuditEntry(db, toAuditEntry(account, 'backup_code_used'), app.now())
      return succeed(undefined)
    })
  const step = await findStep(app, factor, given.code)
  return app.db.write(async (db) => {
    if (step === undefined || !(await claimStep(db, account.id, step))) return fail('wrong_code')
    await forgiveCode(db, account.id)
    return succeed(undefined)
  })
}

/** A new key, which nothing asks for until `confirmTwoFactor`. Begun again, the key of before is forgotten. */
export async function startTwoFactor(app: App, staff: Staff): Promise<Outcome<{ key: string; uri: string }>> {
  const secret = randomBytes(KEY_BYTES)
  const sealed = seal(await loadKey(app.db, 'two_factor_key'), secret.toString('base64url'), staff.id)
  const begun = await app.db.write(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('two_factors')
      .values({ staff_id: staff.id, secret: sealed, last_step: 0, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('staff_id')
          .doUpdateSet({ secret: sealed, last_step: 0 })
          .where('two_factors.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow()
    return Number(numInsertedOrUpdatedRows) === 1 ? succeed(undefined) : fail('already_done')
  })
  if (!begun.ok) return begun
  const { base32, otp } = await loadAuthenticator()
  return succeed({ key: base32.encode(secret, { padding: false }), uri: otp(secret).url(getBrand().name, staff.email) })
}

/** A first right code switches it on. Gives the backup codes, and ends the account's other sessions. */
export async function confirmTwoFactor(
  app: App,
  staff: Staff,
  { code, key }: Input<typeof Confirm>,
): Promise<Outcome<{ backupCodes: string[] }>> {
  const factor = await findTwoFactor(app.db.read, staff.id)
  if (!factor || factor.confirmed_at) return fail('already_done')
  const admitted = await admitCode(app, staff.id)
  if (!admitted.ok) return admitted
  if ((await loadAuthenticator()).base32.encode(await readSecret(app, factor), { padding: false }) !== key)
    return fail('invalid', { fields: { code: RESTARTED_ELSEWHERE } })
  const given = readTwoFactorCode(code)
  const step = given?.kind === 'app' ? await findStep(app, factor, given.code) : undefined
  if (step === undefined)
    return fail('invalid', { fields: { code: 'This is not the code that the app shows now: check its clock' } })
  const codes = generateBackupCodes()
  const confirmed = await app.db.write(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('two_factors')
      .set({ confirmed_at: instant(app.now()), last_step: step })
      .where('staff_id', '=', staff.id)
      .where('secret', '=', factor.secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return fail('already_done')
    await forgiveCode(db, staff.id)
    await replaceBackupCodes(db, staff.id, codes)
    await endSessions(db, { staffId: staff.id, except: staff.tokenHash }, 'two_factor', app.now())
    await recordAuditEntry(db, toAuditEntry(staff, 'two_factor_on'), app.now())
    await queueEmail(db, twoFactorChangedEmail(staff, 'on'), app.now())
    return succeed({ backupCodes: codes.map(groupBackupCode) })
  })
  if (confirmed.ok) app.notifier.notify()
  return confirmed
}

/** Ten new ones in the place of what was left. */
export async function renewBackupCodes(app: App, staff: Staff): Promise<Outcome<{ backupCodes: string[] }>> {
  const codes = generateBackupCodes()
  return app.db.write(async (db) => {
    if (!(await findTwoFactor(db, staff.id))?.confirmed_at) return fail('not_found')
    await replaceBackupCodes(db, staff.id, codes)
    await recordAuditEntry(db, toAuditEntry(staff, 'backup_codes_made'), app.now())
    return succeed({ backupCodes: codes.map(groupBackupCode) })
  })
}

export async function disableTwoFactor(app: App, staff: Staff): Promise<Outcome<Record<string, never>>> {
  return app.db.write(async (db) => {
    if (!(await removeTwoFactor(db, staff.id))) return fail('not_found')
    await recordAuditEntry(db, toAuditEntry(staff, 'two_factor_off'), app.now())
    await queueEmail(db, twoFactorChangedEmail(staff, 'off'), app.now())
    return succeed({})
  })
}

/** Whether there was one. */
export async function removeTwoFactor(db: Queries, staffId: string): Promise<boolean> {
  await db.deleteFrom('backup_codes').where('staff_id', '=', staffId).execute()
  const removed = await db.deleteFrom('two_factors').where('staff_id', '=', staffId).returning('confirmed_at').execute()
  return removed.some((row) => row.confirmed_at !== null)
}

const toAuditEntry = (account: Account, action: Parameters<typeof recordAuditEntry>[1]['action']) => ({
  by: account,
  action,
  subject: 'staff' as const,
  subjectId: account.id,
  label: account.email,
})

const findTwoFactor = (db: Queries, staffId: string): Promise<TwoFactor | undefined> =>
  db.selectFrom('two_factors').selectAll().where('staff_id', '=', staffId).executeTakeFirst()

const readSecret = async (app: App, factor: TwoFactor): Promise<Buffer> =>
  Buffer.from(unseal(await loadKey(app.db, 'two_factor_key'), factor.secret, factor.staff_id), 'base64url')

/** The step whose code this is, of those that are open and were not used. */
async function findStep(app: App, factor: TwoFactor, code: string): Promise<number | undefined> {
  const secret = await readSecret(app, factor)
  const { otp } = await loadAuthenticator()
  for (const step of listValidSteps(app.now(), factor.last_step))
    if ((await otp(secret).hotp(step)) === code) return step
  return undefined
}

/** Of two who send the same code at once, one is first. */
async function claimStep(db: Queries, staffId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) === 1
}

async function useBackupCode(db: Queries, staffId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backup_codes')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === 1
}

const generateBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODE_COUNT }, () =>
    Array.from({ length: BACKUP_CODE_LENGTH }, () => BACKUP_CODE_ALPHABET[randomInt(BACKUP_CODE_ALPHABET.length)]).join(
      '',
    ),
  )

async function replaceBackupCodes(db: Queries, staffId: string, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('backup_codes').where('staff_id', '=', staffId).execute()
  await db
    .insertInto('backup_codes')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashToken(code) })))
    .execute()
}

/**
 * Loads the OTP library, which few sign-ins need;
 * docs/decisions/2026-11-21-sessions-are-ours-codes-are-the-librarys.md.
 */
async function loadAuthenticator() {
  const [{ createOTP }, { base32 }] = await Promise.all([
    import('@better-auth/utils/otp'),
    import('@better-auth/utils/base32'),
  ])
  return { otp: createOTP, base32 }
}
