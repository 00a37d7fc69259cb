import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stripSchemas } from '../../src/build/strip-schemas.ts'

const removeSchemas = stripSchemas().transform.handler

test('endpoints keep what the browser reads', () => {
  const code = `
    export const readTour = endpoint({
      method: 'GET',
      path: '/api/tours/{id}',
      access: 'customer',
      input: z.object({ id: tourId }),
      output: tourSchema,
      form: { sent: '/sent', unsent: '/unsent' },
      failures: ['not_found'],
    })`
  expect(removeSchemas(code)).toMatchInlineSnapshot(`
    "
        export const readTour = endpoint({
          method: 'GET',
          path: '/api/tours/{id}',
          access: 'customer',
          form: { sent: '/sent', unsent: '/unsent' },
          })"
  `)
})

test('schemas are replaced as a whole, and types and other calls stay', () => {
  const code = `
    const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
    export const row = z.object({ text: text(60), items: z.array(z.enum(['a', 'b'])) })
    export type Row = z.output<typeof row>
    export const formatRow = ({ text }: Row): string => text.trim()
    const checks = [z.string]`
  expect(removeSchemas(code)).toBe(`
    const text = (max: number) => undefined
    export const row = undefined
    export type Row = z.output<typeof row>
    export const formatRow = ({ text }: Row): string => text.trim()
    const checks = [undefined]`)
})

test('no contract needs zod afterwards', () => {
  const contracts = globSync('src/contract/**/*.ts', { exclude: ['src/contract/content/**'] })
    .map((path) => ({ path, code: readFileSync(path, 'utf8') }))
    .filter(({ code }) => code.includes("from 'zod/mini'"))
  expect(contracts.length).toBeGreaterThan(30)
  const left = contracts.filter(({ code }) => /(?<![\w.])z\.(?!output|input|infer|Zod)/.test(removeSchemas(code)))
  expect(left.map(({ path }) => path)).toEqual([])
})
