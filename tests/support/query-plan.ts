import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { TestApp } from './app.ts'

/** How SQLite goes about the first query on a table that a call makes. */
export async function planOf(app: TestApp, table: string, make: () => Promise<unknown>): Promise<string> {
  const { read } = app.db
  const asked: CompiledQuery[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(read.getExecutor().compileQuery(node as RootOperationNode, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  app.db = { ...app.db, read: read.withPlugin(listener) }
  await make()
  app.db = { ...app.db, read }
  const query = asked.find(({ sql }) => sql.includes(`from "${table}"`))
  const { rows } = await read.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]),
  )
  return rows.map(({ detail }) => detail).join('; ')
}
