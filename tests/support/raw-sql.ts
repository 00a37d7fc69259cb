import { DatabaseSync } from 'node:sqlite'
import { getDatabaseLocation } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { administer } from './databases.ts'
import type { EmptyDatabase } from './engines.ts'

export async function execute({ env }: Pick<EmptyDatabase, 'env'>, statement: string): Promise<void> {
  const location = getDatabaseLocation(readEnv({ ...env }))
  if ('url' in location) return administer(location.url, statement)
  const connection = new DatabaseSync(location.file)
  connection.exec(statement)
  connection.close()
}
