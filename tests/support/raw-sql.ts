import { DatabaseSync } from 'node:sqlite'
import { getDatabaseLocation } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { administer } from './databases.ts'
import type { EmptyDatabase } from './engines.ts'

/** Runs a statement outside the product, whatever the schema is. */
export async function execute({ env }: Pick<EmptyDatabase, 'env'>, statement: string): Promise<void> {
  const place = getDatabaseLocation(readEnv({ ...env }))
  if ('url' in place) return administer(place.url, statement)
  const connection = new DatabaseSync(place.file)
  connection.exec(statement)
  connection.close()
}
