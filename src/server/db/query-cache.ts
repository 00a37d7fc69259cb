import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

const cache = new WeakMap<Queries, Map<string, CompiledQuery<unknown>>>()

/** Compiles a query once per connection and name. Parameters are bound in the order in which the query names them. */
export function compileOnce<Row>(
  db: Queries,
  name: string,
  build: () => Compilable<Row>,
): (parameters: unknown[]) => Promise<Row[]> {
  const queries = cache.get(db) ?? new Map<string, CompiledQuery<unknown>>()
  const query = (queries.get(name) as CompiledQuery<Row> | undefined) ?? build().compile()
  cache.set(db, queries.set(name, query))
  const { sql, query: node, queryId } = query
  return async (parameters) => (await db.executeQuery<Row>({ sql, query: node, queryId, parameters })).rows
}
