import { expect, test } from 'vitest'
import * as shapes from 'zod/mini'
import { createSchemaStub } from '../../src/build/strip-schemas.ts'

const nothings = (await import(`data:text/javascript,${encodeURIComponent(createSchemaStub())}`)) as typeof shapes

test('every shape that a contract may name is there, and is the same nothing', () => {
  expect(Object.keys(nothings).toSorted()).toEqual(
    Object.keys(shapes)
      .filter((name) => name !== 'default')
      .toSorted(),
  )
  expect(nothings.string()).toBe(nothings.object({}))
})

test('contracts are written with it as with the real ones', () => {
  const z = nothings
  const text = z.string().check(z.trim(), z.minLength(1))
  const row = z.object({ text, ways: z.array(z.enum(['a', 'b'])), more: z.nullable(z.record(z.string(), z.int())) })
  const longer = z.extend(row, { id: z.optional(text) })
  expect(() => z.strictObject({ ...longer.shape, both: z.discriminatedUnion('text', [row, longer]) })).not.toThrow()
})
