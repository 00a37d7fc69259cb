import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { TestApp } from './app.ts'

/** Returns SQLite's plan for the first query on a table. */
export async function planOf(app: TestApp, table: string, run: () => Promise<unknown>): Promise<string> {
  const { read } = app.db
  const queries: CompiledQuery[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(read.getExecutor().compileQuery(node as RootOperationNode, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  app.db = { ...app.db, read: read.withPlugin(listener) }
  await run()
  app.db = { ...app.db, read }
  const query = queries.find(({ sql }) => new RegExp(`from "?${table}\\b`).test(sql))
  const { rows } = await read.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]),
  )
  return rows.map(({ detail }) => detail).join('; ')
}
