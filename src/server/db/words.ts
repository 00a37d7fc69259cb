import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchWords, spellingsOf } from '#domain/booking.ts'

/** Whether what is searched of a row holds every word that was typed, letter for letter: `%` and `_` are no wildcards. */
export const holdsWords = (typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join([sql`true`, ...searchWords(typed).map(holds)], sql` and `)}`

const holds = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(spellingsOf(word).map(holdsSpelling), sql` or `)})`

const holdsSpelling = (spelling: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`search like ${`%${spelling.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
