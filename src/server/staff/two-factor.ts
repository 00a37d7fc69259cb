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
import type { Actor } from '../audit/entries.ts'
import { getBrand } from '../catalogue.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { TwoFactor } from '../db/schema.ts'
import { writeAndNotify } from '../events/staff-events.ts'
import { queueEmail } from '../mail/outbox.ts'
import { loadKey, seal, unseal } from '../secrets.ts'
import { twoFactorChangedEmail } from './emails.ts'
import { endSessions, hashToken, type Staff } from './sessions.ts'
import { admitCodeAttempt, clearCodeAttempts } from './sign-in-throttle.ts'
import { recordStaffAuditEntry } from './staff-audit.ts'

/** 160 bits, as RFC 4226 §4 recommends. */
const KEY_BYTES = 20

const RESTARTED_ELSEWHERE =
  'Setup was restarted in another tab or browser. Continue there, or cancel and start again here.'

/** Fails with `code_needed` without a code and `wrong_code` for a wrong or used one. A backup code works once. */
export async function checkSecondFactor(
  app: App,
  account: Actor,
  input: string | undefined,
): Promise<Outcome<undefined>> {
  const factor = await findTwoFactor(app.db.read, account.id)
  if (!factor?.confirmed_at) return succeed(undefined)
  if (!input?.trim()) return fail('code_needed')
  const admitted = await admitCodeAttempt(app, account.id)
  if (!admitted.ok) return admitted
  const code = readTwoFactorCode(input)
  if (!code) return fail('wrong_code')
  if (code.kind === 'backup')
    return app.db.write(async (db) => {
      if (!(await useBackupCode(db, account.id, code.code))) return fail('wrong_code')
      await clearCodeAttempts(db, account.id)
      await recordStaffAuditEntry(app, db, account, account, { action: 'backup_code_used' })
      return succeed(undefined)
    })
  const step = await findStep(app, factor, code.code)
  return app.db.write(async (db) => {
    if (step === undefined || !(await claimStep(db, account.id, step))) return fail('wrong_code')
    await clearCodeAttempts(db, account.id)
    return succeed(undefined)
  })
}

/** Stores a new secret, which is not in use until `confirmTwoFactor`. A second call replaces it. */
export async function startTwoFactor(app: App, staff: Staff): Promise<Outcome<{ key: string; uri: string }>> {
  const secret = randomBytes(KEY_BYTES)
  const sealed = seal(await loadKey(app.db, 'two_factor_key'), secret.toString('base64url'), staff.id)
  const stored = await runTransaction(app.db, (db) =>
    db
      .insertInto('two_factors')
      .values({ staff_id: staff.id, secret: sealed, last_step: 0, confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('staff_id')
          .doUpdateSet({ secret: sealed, last_step: 0 })
          .where('two_factors.confirmed_at', 'is', null),
      )
      .returning('staff_id')
      .executeTakeFirst(),
  )
  if (!stored) return fail('already_done')
  const { base32, otp } = await loadAuthenticator()
  return succeed({ key: base32.encode(secret, { padding: false }), uri: otp(secret).url(getBrand().name, staff.email) })
}

/** Enables two-factor sign-in, returns the backup codes and ends the account's other sessions. */
export async function confirmTwoFactor(
  app: App,
  staff: Staff,
  { code, key }: Input<typeof Confirm>,
): Promise<Outcome<{ backupCodes: string[] }>> {
  const factor = await findTwoFactor(app.db.read, staff.id)
  if (!factor || factor.confirmed_at) return fail('already_done')
  const admitted = await admitCodeAttempt(app, staff.id)
  if (!admitted.ok) return admitted
  if ((await loadAuthenticator()).base32.encode(await readSecret(app, factor), { padding: false }) !== key)
    return fail('invalid', { fields: { code: RESTARTED_ELSEWHERE } })
  const parsed = readTwoFactorCode(code)
  const step = parsed?.kind === 'app' ? await findStep(app, factor, parsed.code) : undefined
  if (step === undefined)
    return fail('invalid', {
      fields: { code: 'This code is not valid now. Check the clock of your phone and enter the current code.' },
    })
  const codes = generateBackupCodes()
  return writeAndNotify(app, async (db) => {
    const confirmed = await db
      .updateTable('two_factors')
      .set({ confirmed_at: instant(app.now()), last_step: step })
      .where('staff_id', '=', staff.id)
      .where('secret', '=', factor.secret)
      .where('confirmed_at', 'is', null)
      .returning('staff_id')
      .executeTakeFirst()
    if (!confirmed) return fail('already_done')
    await clearCodeAttempts(db, staff.id)
    await replaceBackupCodes(db, staff.id, codes)
    await endSessions(db, { staffId: staff.id, except: staff.sessionId }, 'two_factor', app.now())
    await recordStaffAuditEntry(app, db, staff, staff, { action: 'two_factor_on' })
    await queueEmail(db, twoFactorChangedEmail(staff, 'on'), app.now())
    return succeed({ backupCodes: codes.map(groupBackupCode) })
  })
}

export async function renewBackupCodes(app: App, staff: Staff): Promise<Outcome<{ backupCodes: string[] }>> {
  const codes = generateBackupCodes()
  return app.db.write(async (db) => {
    if (!(await findTwoFactor(db, staff.id))?.confirmed_at) return fail('not_found')
    await replaceBackupCodes(db, staff.id, codes)
    await recordStaffAuditEntry(app, db, staff, staff, { action: 'backup_codes_made' })
    return succeed({ backupCodes: codes.map(groupBackupCode) })
  })
}

export async function disableTwoFactor(app: App, staff: Staff): Promise<Outcome<Record<string, never>>> {
  return app.db.write(async (db) =>
    (await removeTwoFactor(app, db, staff, staff, 'off')) ? succeed({}) : fail('not_found'),
  )
}

/** Returns whether two-factor sign-in was on. Its owner is notified. */
export async function removeTwoFactor(
  app: App,
  db: Queries,
  by: Actor | null,
  account: Actor,
  change: 'off' | 'reset',
): Promise<boolean> {
  await db.deleteFrom('backup_codes').where('staff_id', '=', account.id).execute()
  const [removed] = await db.deleteFrom('two_factors').where('staff_id', '=', account.id).returningAll().execute()
  if (!removed?.confirmed_at) return false
  await recordStaffAuditEntry(app, db, by, account, { action: `two_factor_${change}` })
  await queueEmail(db, twoFactorChangedEmail(account, change), app.now())
  return true
}

const findTwoFactor = (db: Queries, staffId: string): Promise<TwoFactor | undefined> =>
  db.selectFrom('two_factors').selectAll().where('staff_id', '=', staffId).executeTakeFirst()

const readSecret = async (app: App, factor: TwoFactor): Promise<Buffer> =>
  Buffer.from(unseal(await loadKey(app.db, 'two_factor_key'), factor.secret, factor.staff_id), 'base64url')

/** Returns the time step of a code that is valid and unused. */
async function findStep(app: App, factor: TwoFactor, code: string): Promise<number | undefined> {
  const secret = await readSecret(app, factor)
  const { otp } = await loadAuthenticator()
  for (const step of listValidSteps(app.now(), factor.last_step))
    if ((await otp(secret).hotp(step)) === code) return step
  return undefined
}

/** Accepts a step once, even in concurrent requests; returns undefined for a used one. */
const claimStep = (db: Queries, staffId: string, step: number): Promise<unknown> =>
  db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .returning('staff_id')
    .executeTakeFirst()

/** Returns undefined for an unknown or used code. */
const useBackupCode = (db: Queries, staffId: string, code: string): Promise<unknown> =>
  db
    .deleteFrom('backup_codes')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hashToken(code))
    .returning('staff_id')
    .executeTakeFirst()

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

/** Loaded on demand, because few sign-ins need it; docs/decisions/2026-11-21-own-sessions-library-totp.md. */
async function loadAuthenticator() {
  const [{ createOTP }, { base32 }] = await Promise.all([
    import('@better-auth/utils/otp'),
    import('@better-auth/utils/base32'),
  ])
  return { otp: createOTP, base32 }
}
