import { createHash } from 'node:crypto'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { type Queries, runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { LoginAttempts } from '../db/schema.ts'
import { getNetwork } from '../throttle/address.ts'

/** Durations are milliseconds. */
export const SIGN_IN_LIMITS = {
  /** Wrong passwords for one account from one address that cost no wait; each wait after that doubles. */
  freeAttempts: 5,
  firstWait: 1_000,
  maxWait: 15 * 60_000,
  /** Wrong passwords are cleared after a day without one. */
  resetAfter: 24 * 3_600_000,
  /** Wrong passwords from one address, for any account. */
  perAddress: 20,
  /** Wrong passwords for one account from all unknown devices together. */
  perAccount: 10,
  /** Wrong codes for one account: of a million codes three are valid at a time. */
  perCode: 10,
  window: 15 * 60_000,
  /** How long a device on which an account was used is known. */
  knownDeviceAge: 90 * 24 * 3_600_000,
} as const

/** `device` is the value of its cookie, or empty. */
export interface SignInAttempt {
  email: string
  address: string
  device: string
}

export const isKnownDevice = (app: App, attempt: SignInAttempt): Promise<boolean> =>
  isKnownKey(app.db.read, getKeys(attempt).device, app.now())

/**
 * Counts an attempt before the password is checked, or fails with `too_many`. Known devices are counted apart, so that
 * a guest on the same network cannot lock out the desk.
 */
export async function admitAttempt(app: App, attempt: SignInAttempt): Promise<Outcome<undefined>> {
  const keys = getKeys(attempt)
  const now = app.now()
  const { freeAttempts, firstWait, maxWait, resetAfter, perAddress, perAccount } = SIGN_IN_LIMITS
  return app.db.write(async (db) => {
    const known = await isKnownKey(db, keys.device, now)
    const own = await lockAttempts(db, known ? keys.device : keys.pair, now)
    const blocked = own.blocked_until === null ? 0 : Date.parse(own.blocked_until) - now
    if (blocked > 0) return fail('too_many', { retryAfter: blocked / 1_000 })
    if (!known) {
      const waitMs =
        (await countAttempt(db, keys.address, perAddress, now)) ??
        (await countAttempt(db, keys.account, perAccount, now))
      if (waitMs !== undefined) return fail('too_many', { retryAfter: waitMs / 1_000 })
    }
    const failures = age(own, now) > resetAfter ? 1 : own.failures + 1
    const wait = failures < freeAttempts ? 0 : Math.min(maxWait, firstWait * 2 ** (failures - freeAttempts))
    await writeAttempts(db, own.key, failures, wait > 0 ? now + wait : null, now)
    return succeed(undefined)
  })
}

/** Uncounts the attempt of a correct password and remembers the device. */
export async function clearAttempt(app: App, attempt: SignInAttempt): Promise<void> {
  const keys = getKeys(attempt)
  const now = app.now()
  await runTransaction(app.db, async (db) => {
    if (!(await isKnownKey(db, keys.device, now))) {
      await db.deleteFrom('login_attempts').where('key', '=', keys.pair).execute()
      for (const key of [keys.address, keys.account]) {
        const row = await lockAttempts(db, key, now)
        await db
          .updateTable('login_attempts')
          .set({ failures: Math.max(0, row.failures - 1) })
          .where('key', '=', key)
          .execute()
      }
      await lockAttempts(db, keys.device, now)
    }
    await writeAttempts(db, keys.device, 0, null, now)
  })
}

/** Counts an attempt at a second factor, from all addresses: only callers with the right password get here. */
export async function admitCodeAttempt(app: App, staffId: string): Promise<Outcome<undefined>> {
  return app.db.write(async (db) => {
    const waitMs = await countAttempt(db, hashCodeKey(staffId), SIGN_IN_LIMITS.perCode, app.now())
    return waitMs === undefined ? succeed(undefined) : fail('too_many', { retryAfter: waitMs / 1_000 })
  })
}

export async function clearCodeAttempts(db: Queries, staffId: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', hashCodeKey(staffId)).execute()
}

/** Emails and networks are stored as hashes only. */
const hashKey = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url')

const hashCodeKey = (staffId: string): string => hashKey('code', staffId)

function getKeys({ email, address, device }: SignInAttempt): Record<'pair' | 'address' | 'account' | 'device', string> {
  const network = getNetwork(address)
  return {
    pair: hashKey('pair', email, network),
    address: hashKey('address', network),
    account: hashKey('account', email),
    device: hashKey('device', email, device),
  }
}

/** Creates the row if needed and locks it until the transaction ends. */
async function lockAttempts(db: Queries, key: string, now: number): Promise<LoginAttempts> {
  return (
    db
      .insertInto('login_attempts')
      .values({ key, failures: 0, blocked_until: null, updated_at: instant(now) })
      // One statement, because the row may be deleted at this moment.
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

async function writeAttempts(db: Queries, key: string, failures: number, blockedUntil: number | null, now: number) {
  await db
    .updateTable('login_attempts')
    .set({
      failures,
      blocked_until: blockedUntil === null ? null : instant(blockedUntil),
      updated_at: instant(now),
    })
    .where('key', '=', key)
    .execute()
}

/** Counts an attempt, or returns the milliseconds to wait. Only a whole window without an attempt resets the count. */
async function countAttempt(db: Queries, key: string, max: number, now: number): Promise<number | undefined> {
  const row = await lockAttempts(db, key, now)
  const fresh = age(row, now) >= SIGN_IN_LIMITS.window
  if (!fresh && row.failures >= max) return SIGN_IN_LIMITS.window - age(row, now)
  await writeAttempts(db, key, fresh ? 1 : row.failures + 1, null, now)
  return undefined
}

const age = (row: LoginAttempts, now: number): number => now - Date.parse(row.updated_at)

async function isKnownKey(db: Pick<Queries, 'selectFrom'>, key: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('login_attempts')
    .select('key')
    .where('key', '=', key)
    .where('updated_at', '>', instant(now - SIGN_IN_LIMITS.knownDeviceAge))
    .executeTakeFirst()
  return row !== undefined
}
