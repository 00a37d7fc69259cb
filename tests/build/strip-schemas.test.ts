import { expect, test } from 'vitest'
import * as zod from 'zod/mini'
import { stripSchemas } from '../../src/build/strip-schemas.ts'

const { resolveId, load } = stripSchemas()
const stub = load(resolveId('zod/mini') ?? '')
const stubs = (await import(`data:text/javascript,${encodeURIComponent(stub ?? '')}`)) as typeof zod

test('the schema stub exports every name of zod as the same value', () => {
  const { default: _, ...named } = zod as Record<string, unknown>
  expect(Object.keys(stubs).toSorted()).toEqual(Object.keys(named).toSorted())
  expect(stubs.string()).toBe(stubs.object({}))
})

test('the schema stub accepts the calls that contracts make', () => {
  const z = stubs
  const text = z.string().check(z.trim(), z.minLength(1))
  const row = z.object({ text, items: z.array(z.enum(['a', 'b'])), more: z.nullable(z.record(z.string(), z.int())) })
  const longer = z.extend(row, { id: z.optional(text) })
  expect(() => z.strictObject({ ...longer.shape, both: z.discriminatedUnion('text', [row, longer]) })).not.toThrow()
})
