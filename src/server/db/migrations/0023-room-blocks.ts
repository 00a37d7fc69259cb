import { type Kysely, sql } from 'kysely'

export async function addRoomBlocks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table room_reservations add column block_id text`.execute(db)
  await sql`create index room_reservations_by_block on room_reservations (block_id) where block_id is not null`.execute(
    db,
  )
}
