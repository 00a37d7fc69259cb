import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { createSchema } from './migrations/0001-schema.ts'
import { addAfterBooking } from './migrations/0002-after-booking.ts'
import { addTours } from './migrations/0003-tours.ts'
import { addMailings } from './migrations/0004-mailings.ts'
import { addClosures } from './migrations/0005-closures.ts'
import { addSeatClaims } from './migrations/0006-seat-claims.ts'
import { addTeams } from './migrations/0007-teams.ts'
import { addRooms } from './migrations/0008-rooms.ts'
import { addWaitingList } from './migrations/0009-waiting-list.ts'
import { addGuests } from './migrations/0010-guests.ts'
import { addSeatOffers } from './migrations/0011-seat-offers.ts'
import { addSeatsToStats } from './migrations/0012-seats-in-stats.ts'
import { addBills } from './migrations/0013-bills.ts'
import { addMoneyDays } from './migrations/0014-money-days.ts'
import { addReconciledPayments } from './migrations/0015-reconciled-payments.ts'
import { addFonepay } from './migrations/0016-fonepay.ts'
import { reduceClaimIndexes } from './migrations/0017-fewer-claim-indexes.ts'
import { addBillCopies } from './migrations/0018-bill-copies.ts'
import { addCashRefunds } from './migrations/0019-cash-refunds.ts'
import { addCashUps } from './migrations/0020-cash-ups.ts'
import { addMonthArchives } from './migrations/0021-month-archives.ts'
import { addHandoverNotes } from './migrations/0022-handover-notes.ts'
import { addRoomBlocks } from './migrations/0023-room-blocks.ts'
import { addTillOrder } from './migrations/0024-till-order.ts'
import { addTillIndexes } from './migrations/0025-till-indexes.ts'
import { addDueIndexes } from './migrations/0026-due-indexes.ts'
import { dropAmountIndex } from './migrations/0027-no-amount-index.ts'
import type { Tables } from './schema.ts'

/** Forward only: a released migration is never edited, a new one is added below it. */
const MIGRATIONS: Record<string, Migration> = {
  '0001_schema': { up: createSchema },
  '0002_after_booking': { up: addAfterBooking },
  '0003_tours': { up: addTours },
  '0004_mailings': { up: addMailings },
  '0005_closures': { up: addClosures },
  '0006_seat_claims': { up: addSeatClaims },
  '0007_teams': { up: addTeams },
  '0008_rooms': { up: addRooms },
  '0009_waiting_list': { up: addWaitingList },
  '0010_guests': { up: addGuests },
  '0011_seat_offers': { up: addSeatOffers },
  '0012_seats_in_stats': { up: addSeatsToStats },
  '0013_bills': { up: addBills },
  '0014_money_days': { up: addMoneyDays },
  '0015_reconciled_payments': { up: addReconciledPayments },
  '0016_fonepay': { up: addFonepay },
  '0017_fewer_claim_indexes': { up: reduceClaimIndexes },
  '0018_bill_copies': { up: addBillCopies },
  '0019_cash_refunds': { up: addCashRefunds },
  '0020_cash_ups': { up: addCashUps },
  '0021_month_archives': { up: addMonthArchives },
  '0022_handover_notes': { up: addHandoverNotes },
  '0023_room_blocks': { up: addRoomBlocks },
  '0024_till_order': { up: addTillOrder },
  '0025_till_indexes': { up: addTillIndexes },
  '0026_due_indexes': { up: addDueIndexes },
  '0027_no_amount_index': { up: dropAmountIndex },
}

export const LATEST_MIGRATION = Object.keys(MIGRATIONS).toSorted().at(-1)

export class OldDatabase extends Error {
  constructor(migration: string) {
    super(
      `The database was created by an earlier version (${migration}), which this version cannot upgrade. Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database, and start again.`,
    )
  }
}

/** Earlier versions numbered migrations with three digits. */
export const isOldMigration = (name: string): boolean => /^\d{3}_/.test(name)

/** Runs pending migrations, one process at a time. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) await rejectOldDatabase(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function rejectOldDatabase(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name desc limit 1`.execute(db)
  const latest = rows[0]?.name
  if (latest !== undefined && isOldMigration(latest)) throw new OldDatabase(latest)
}
