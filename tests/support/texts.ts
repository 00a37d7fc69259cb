import fc from 'fast-check'

/** One character, of all there are; those of a keyboard often. */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code), codeOf)

/** Any text. fast-check's own `unit: 'binary'` lists a million characters before its first, which takes a second. */
export const anyText = fc.string({ unit: character })

/** The way back, by which fast-check puts in names that objects have, as `__proto__`. */
function codeOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined) throw new Error('no character')
  return code
}
