import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import PQueue from 'p-queue'

/** OWASP's first choice for argon2id; a hash made with other figures is made anew at the next sign-in. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** Each hash takes 19 MiB and a core for 40 ms: two at once leave room for visitors. */
const queue = new PQueue({ concurrency: 2 })

/** Text in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await queue.add(() => derive(parameters(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES)))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`
}

/**
 * Throws where `stored` is no hash of ours: that is a bug, not a wrong password. A comparison with a higher priority
 * runs before those that wait with a lower one.
 */
export async function matchesPassword(password: string, stored: string, priority = 0): Promise<boolean> {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? []
  if (!salt || !hash) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(hash, 'base64')
  const given = await queue.add(
    () =>
      derive(
        parameters(
          password,
          Buffer.from(salt, 'base64'),
          Number(memory),
          Number(passes),
          Number(lanes),
          expected.length,
        ),
      ),
    { priority },
  )
  return timingSafeEqual(given, expected)
}

/** For an address that nobody has: takes as long as a real comparison, and never agrees. */
let dummy: Promise<string> | undefined
export async function matchesDummy(password: string, priority = 0): Promise<false> {
  dummy ??= hashPassword(randomBytes(32).toString('base64'))
  await matchesPassword(password, await dummy, priority)
  return false
}

export const isOutdated = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$`)

const parameters = (
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Argon2Parameters => ({ message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength })

/** PHC leaves the padding out. */
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
