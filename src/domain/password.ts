/** In characters; 15, because a password is the only factor by default (NIST SP 800-63B-4 §3.1.1.2). */
export const PASSWORD_LENGTH = { min: 15, max: 128 } as const

/** Characters that must remain once everything easy to guess is removed. */
const MIN_UNCOMMON_CHARACTERS = 8

/** From lists of leaked passwords, and keyboard rows. */
const COMMON_WORDS = [
  'qwertyuiop asdfghjkl zxcvbnm qwerty asdfgh zxcvbn qazwsxedc qazwsx 1qaz2wsx azerty',
  'password passphrase passwort passcode pass secret letmein welcome admin administrator',
  'login access master root user guest test temp default changeme trustno hunter',
  'iloveyou loveyou love sunshine princess monkey dragon football baseball superman',
  'batman shadow ninja mustang michael jordan charlie whatever starwars hello freedom',
  'nepal kathmandu lalitpur himalaya everest namaste coworking staff owner manager desk',
]

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
 * `ownerWords` are name, address and brand. Such words, common ones, repeated characters and runs like `12345` do not
 * count.
 */
export function findPasswordProblem(password: string, ownerWords: readonly string[]): PasswordProblem | undefined {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < PASSWORD_LENGTH.min) return 'too_short'
  if (characters.length > PASSWORD_LENGTH.max) return 'too_long'
  const plain = characters.join('').toLowerCase()
  const words = [...ownerWords, ...COMMON_WORDS].flatMap(splitWords).toSorted((a, b) => b.length - a.length)
  const left = [plain, undoSubstitutions(plain)].map((text) => countUncommonCharacters(removeWords(text, words)))
  return Math.min(...left) < MIN_UNCOMMON_CHARACTERS ? 'common' : undefined
}

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

const undoSubstitutions = (text: string): string =>
  [...text].map((character) => SUBSTITUTIONS[character] ?? character).join('')

const removeWords = (text: string, words: readonly string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ' '), text)

/** Counts letters and digits that neither repeat nor continue the previous one. */
function countUncommonCharacters(text: string): number {
  const known = new Set<string>()
  let before = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (/[\p{L}\p{N}]/u.test(character) && Math.abs(code - before) > 1) known.add(`${before} ${code}`)
    before = code
  }
  return known.size
}
