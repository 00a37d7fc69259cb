import fc from 'fast-check'

/** Any character, with ASCII more often. */
const character = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code), codeOf)

/** Any text. fast-check's `unit: 'binary'` takes a second to start. */
export const anyText = fc.string({ unit: character })

/** The inverse function, with which fast-check adds names such as `__proto__`. */
function codeOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined) throw new Error('no character')
  return code
}
