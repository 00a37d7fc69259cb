import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

const cache = new WeakMap<Queries, Map<string, CompiledQuery<unknown>>>()

/**
 * A query of the hot path, built and compiled once per connection and shape; afterwards only its parameters change.
 * `build` may use the first call's values: parameters are bound in the order in which the query names them.
 */
export function compileOnce<Row>(
  db: Queries,
  shape: string,
  build: () => Compilable<Row>,
): (parameters: unknown[]) => Promise<Row[]> {
  const shapes = cache.get(db) ?? new Map<string, CompiledQuery<unknown>>()
  const query = (shapes.get(shape) as CompiledQuery<Row> | undefined) ?? build().compile()
  cache.set(db, shapes.set(shape, query))
  const { sql, query: node, queryId } = query
  return async (parameters) => (await db.executeQuery<Row>({ sql, query: node, queryId, parameters })).rows
}
