import { createHash } from 'node:crypto'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import type { Queries } from '../db/database.ts'
import { instant, type Tables } from '../db/schema.ts'
import { getNetwork } from '../throttle/address.ts'

/** Starting values of the sign-in throttle, in one place (milliseconds). */
export const SIGN_IN_LIMITS = {
  /** Wrong passwords for one account from one address: so many are free, then each wait is twice the one before. */
  free: 5,
  firstWait: 1_000,
  longestWait: 15 * 60_000,
  /** A day without a wrong password forgets them. */
  forget: 24 * 3_600_000,
  /** Wrong passwords from one address, whatever the account. */
  perAddress: 20,
  /** Wrong passwords for one account from all unknown devices together. */
  perAccount: 10,
  /** Wrong codes of a second factor for one account: a million codes, three of them right at a time. */
  perCode: 10,
  window: 15 * 60_000,
  /** So long a device on which an account was used is known. */
  known: 90 * 24 * 3_600_000,
} as const

type AttemptsRow = Tables['login_attempts']

/** Who tries. `device` is what its cookie says, empty where it has none. */
export interface SignInAttempt {
  email: string
  address: string
  device: string
}

/** Whether the account was used before on the device that an attempt comes from. */
export const isKnownDevice = (app: App, who: SignInAttempt): Promise<boolean> =>
  isKnownKey(app.db.read, getKeys(who).device, app.now())

/**
 * Counts a try before the password is looked at, so that tries at the same moment cannot slip through together.
 * Refuses with `too_many` and the seconds to wait. What one address does wrong never locks out another, and a device
 * on which the account was used before is counted by itself: a guest on the same network cannot lock out the desk.
 */
export async function admitAttempt(app: App, who: SignInAttempt): Promise<Outcome<undefined>> {
  const keys = getKeys(who)
  const now = app.now()
  const { free, firstWait, longestWait, forget, perAddress, perAccount } = SIGN_IN_LIMITS
  return app.db.write(async (db) => {
    const known = await isKnownKey(db, keys.device, now)
    const own = await lockAttempts(db, known ? keys.device : keys.pair, now)
    const blocked = own.blocked_until === null ? 0 : Date.parse(own.blocked_until) - now
    if (blocked > 0) return fail('too_many', { retryAfter: blocked / 1_000 })
    if (!known) {
      const full =
        (await countAttempt(db, keys.address, perAddress, now)) ??
        (await countAttempt(db, keys.account, perAccount, now))
      if (full !== undefined) return fail('too_many', { retryAfter: full / 1_000 })
    }
    const failures = age(own, now) > forget ? 1 : own.failures + 1
    const wait = failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** (failures - free))
    await writeAttempts(db, own.key, failures, wait > 0 ? now + wait : null, now)
    return succeed(undefined)
  })
}

/** The password was right: the try does not count, and the device is known from now on. */
export async function forgiveAttempt(app: App, who: SignInAttempt): Promise<void> {
  const keys = getKeys(who)
  const now = app.now()
  await app.db.write(async (db) => {
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
    return succeed(undefined)
  })
}

/**
 * Counts a try at the second factor of an account, from everywhere together: whoever comes so far knows the password,
 * so that no stranger can keep its owner out.
 */
export async function admitCode(app: App, staffId: string): Promise<Outcome<undefined>> {
  return app.db.write(async (db) => {
    const full = await countAttempt(db, hashCodeKey(staffId), SIGN_IN_LIMITS.perCode, app.now())
    return full === undefined ? succeed(undefined) : fail('too_many', { retryAfter: full / 1_000 })
  })
}

/** The code was right: as part of what it lets happen. */
export async function forgiveCode(db: Queries, staffId: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', hashCodeKey(staffId)).execute()
}

/** Forgets what no limit looks at any more. */
export async function deleteOldAttempts(app: App): Promise<void> {
  await app.db.write(async (db) => {
    await db
      .deleteFrom('login_attempts')
      .where('updated_at', '<', instant(app.now() - SIGN_IN_LIMITS.known))
      .execute()
    return succeed(undefined)
  })
}

/** Addresses of people and of networks are not kept in clear. */
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

/** The row, there from now on, and held until the transaction ends. */
async function lockAttempts(db: Queries, key: string, now: number): Promise<AttemptsRow> {
  return (
    db
      .insertInto('login_attempts')
      .values({ key, failures: 0, blocked_until: null, updated_at: instant(now) })
      // In one statement: a row that is forgotten at this moment is made anew, not missed.
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

/**
 * Counts an attempt, or returns the milliseconds to wait where `max` are counted. Only a whole window without an attempt
 * resets the count: with windows that start at the first attempt, twice as many would fit around the end of one.
 */
async function countAttempt(db: Queries, key: string, max: number, now: number): Promise<number | undefined> {
  const row = await lockAttempts(db, key, now)
  const fresh = age(row, now) >= SIGN_IN_LIMITS.window
  if (!fresh && row.failures >= max) return SIGN_IN_LIMITS.window - age(row, now)
  await writeAttempts(db, key, fresh ? 1 : row.failures + 1, null, now)
  return undefined
}

const age = (row: AttemptsRow, now: number): number => now - Date.parse(row.updated_at)

async function isKnownKey(db: Pick<Queries, 'selectFrom'>, key: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('login_attempts')
    .select('key')
    .where('key', '=', key)
    .where('updated_at', '>', instant(now - SIGN_IN_LIMITS.known))
    .executeTakeFirst()
  return row !== undefined
}
