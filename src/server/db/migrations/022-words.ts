import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from '../schema.ts'

/**
 * An index of three letters in a row, by which PostgreSQL finds a piece of a word among years of bookings. Its extension
 * comes with PostgreSQL, and whoever owns a database may install it; where it is not to be had, all rows are looked
 * through.
 */
export async function words(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  if (!isPostgres || !(await hasLetterIndex(db))) return
  await sql`create extension if not exists pg_trgm`.execute(db)
  await sql`create index bookings_words on bookings using gin (search gin_trgm_ops)`.execute(db)
}

async function hasLetterIndex(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    select installed_version is not null or has_database_privilege(current_database(), 'create') as can
    from pg_available_extensions where name = 'pg_trgm'`.execute(db)
  return rows[0]?.can ?? false
}
