import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listSpellings, parseSearchTerms } from '#domain/booking.ts'

/** Matches rows whose search text contains every typed word; `%` and `_` are no wildcards. */
export const matchesSearch = (typed: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join([sql`true`, ...parseSearchTerms(typed).map(matchesWord)], sql` and `)}`

const matchesWord = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(listSpellings(word).map(matchesSpelling), sql` or `)})`

const matchesSpelling = (spelling: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`search like ${`%${spelling.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
