import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords } from '#domain/booking.ts'
import type { Database } from './db/database.ts'

type Engine = Database['engine']

/**
 * Whether what is searched of a row holds every word that was typed, letter for letter. No index helps to find a piece of
 * a word, so all rows are looked through; each engine has another quickest way: of 200,000 bookings PostgreSQL takes half
 * the time for `strpos` that it takes for `like`, and SQLite a quarter more for its `instr`.
 */
export const holdsWords = ({ engine }: Pick<Database, 'engine'>, typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join([sql`true`, ...searchWords(typed).map(HOLDS[engine])], sql` and `)}`

const HOLDS: Readonly<Record<Engine, (word: string) => RawBuilder<unknown>>> = {
  postgres: (word) => sql`strpos(search, ${word}) > 0`,
  // `%` and `_` are no wildcards.
  sqlite: (word) => sql`search like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
}
