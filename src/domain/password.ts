/**
 * Characters of a staff password. 15 because it is the only factor by default (NIST SP 800-63B-4 §3.1.1.2); no
 * composition rules.
 */
export const PASSWORD_LENGTH = { least: 15, most: 128 } as const

/** So many characters must be left once everything is taken out that a guesser tries first. */
const MIN_UNCOMMON_CHARACTERS = 8

/** What most guessed passwords are made of: words that lead every list of leaked ones, and rows of the keyboard. */
const COMMON_WORDS = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwerty', 'asdfgh', 'zxcvbn', 'qazwsxedc', 'qazwsx', '1qaz2wsx', 'azerty'],
  ...[
    'password',
    'passphrase',
    'passwort',
    'passcode',
    'pass',
    'secret',
    'letmein',
    'welcome',
    'admin',
    'administrator',
  ],
  ...['login', 'access', 'master', 'root', 'user', 'guest', 'test', 'temp', 'default', 'changeme', 'trustno', 'hunter'],
  ...['iloveyou', 'loveyou', 'love', 'sunshine', 'princess', 'monkey', 'dragon', 'football', 'baseball', 'superman'],
  ...[
    'batman',
    'shadow',
    'ninja',
    'mustang',
    'michael',
    'jordan',
    'charlie',
    'whatever',
    'starwars',
    'hello',
    'freedom',
  ],
  ...[
    'nepal',
    'kathmandu',
    'lalitpur',
    'himalaya',
    'everest',
    'namaste',
    'coworking',
    'staff',
    'owner',
    'manager',
    'desk',
  ],
] as const

/** Signs that stand for letters. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '5': 's',
  '!': 'i',
}

export type PasswordProblem = 'too_short' | 'too_long' | 'common'

/**
 * What is wrong with a new password, if anything. `own` are words that belong to its owner: their name, their address,
 * the brand. Such words, common ones, repeated signs and runs like `12345` do not count.
 */
export function findPasswordProblem(password: string, own: readonly string[]): PasswordProblem | undefined {
  const signs = [...password.normalize('NFKC')]
  if (signs.length < PASSWORD_LENGTH.least) return 'too_short'
  if (signs.length > PASSWORD_LENGTH.most) return 'too_long'
  const plain = signs.join('').toLowerCase()
  const words = [...own.flatMap(splitWords), ...COMMON_WORDS].toSorted((a, b) => b.length - a.length)
  const left = [plain, undoSubstitutions(plain)].map((text) => countUncommonCharacters(removeWords(text, words)))
  return Math.min(...left) < MIN_UNCOMMON_CHARACTERS ? 'common' : undefined
}

/** `sita.karki@example.com` is also `sita`, `karki` and `example`. */
const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

const undoSubstitutions = (text: string): string => [...text].map((sign) => SUBSTITUTIONS[sign] ?? sign).join('')

const removeWords = (text: string, words: readonly string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ' '), text)

/** Letters and digits that do not follow from the one before: the same again, or its neighbour up or down. */
function countUncommonCharacters(text: string): number {
  const known = new Set<string>()
  let before = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if (/[\p{L}\p{N}]/u.test(sign) && Math.abs(code - before) > 1) known.add(`${before} ${code}`)
    before = code
  }
  return known.size
}
