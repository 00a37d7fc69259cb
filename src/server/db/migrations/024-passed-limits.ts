import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'

/** Until when a booking could be cancelled free, where that had passed before staff moved it to other days. */
export async function passedLimits(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('free_until', 'text').execute()
}
