import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'

/** OWASP's first choice for argon2id. A hash with other parameters is replaced at the next sign-in. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

/** Each hash takes 19 MiB and a core for 40 ms: two at once leave room for visitors. */
const queue = new PQueue({ concurrency: 2 })

/** Text in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${PREFIX}${base64(salt)}$${base64(await derive(password, salt, HASH_BYTES, COST))}`
}

/** Throws if `stored` cannot be parsed. Higher priorities run first. */
export async function matchesPassword(password: string, stored: string, priority = 0): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? []
  if (!salt || !hash) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(hash, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, cost, priority)
  return timingSafeEqual(actual, expected)
}

const argon2id = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

const derive = (password: string, nonce: Buffer, tagLength: number, cost: typeof COST, priority = 0): Promise<Buffer> =>
  queue.add(() => argon2id({ message: password.normalize('NFKC'), nonce, tagLength, ...cost }), { priority })

/** For an unknown address: takes as long as a real comparison and never matches. */
let dummy: Promise<string> | undefined
export async function matchesDummy(password: string, priority = 0): Promise<false> {
  dummy ??= hashPassword(randomBytes(32).toString('base64'))
  await matchesPassword(password, await dummy, priority)
  return false
}

export const isOutdated = (stored: string): boolean => !stored.startsWith(PREFIX)

/** PHC leaves the padding out. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
