import { type Kysely, sql } from 'kysely'

const AT_ONCE = 500

interface Row {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  company: string
}

/**
 * Bookings are found by their company too. The text is made here and not by the database: SQLite folds the letters of
 * English alone, and what is typed is folded as `searchText` folds it.
 */
export async function companiesSearched(db: Kysely<{ bookings: Row }>): Promise<void> {
  for (let rows = await after(db, ''); rows.length > 0; rows = await after(db, rows.at(-1)?.id ?? '')) {
    const texts = sql.join(rows.map((row) => sql`(${row.id}, ${searched(row)})`))
    await sql`update bookings set search = found.column2 from (values ${texts}) as found
      where bookings.id = found.column1`.execute(db)
  }
}

/** Written out: a migration that is released stays as it is, whatever becomes of the search. */
function searched({ id, first_name, last_name, email, phone, company }: Row): string {
  const words = [`${first_name} ${last_name}`.trim(), email, phone, company].join(' ')
  return `${words.normalize('NFKC').toLowerCase().trimEnd().slice(0, 600)} ${id.toLowerCase()}`
}

const after = (db: Kysely<{ bookings: Row }>, id: string): Promise<Row[]> =>
  db
    .selectFrom('bookings')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'company'])
    .where('company', '!=', '')
    .where('id', '>', id)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
