import type { Generated } from 'kysely'
import type { IsoDate } from '#domain/calendar.ts'
import type { MonthArchiveState } from '#domain/month-archive.ts'
import type { Instant } from '../instant.ts'

export interface AccountingTables {
  /** The files for the accountant. One is made at a time. */
  month_archives: {
    id: string
    first_day: IsoDate
    last_day: IsoDate
    state: MonthArchiveState
    /** Documents in the file so far, and in all. */
    done: number
    total: number
    /** Null until it is done. */
    bytes: number | null
    failure: string | null
    staff_id: string
    /** Renewed while it runs. */
    heartbeat_at: Instant | null
    /** The same for all, as the index allows one that is open. */
    slot: Generated<number>
    created_at: Instant
    ended_at: Instant | null
  }
}
