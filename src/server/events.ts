import type { Queries } from './db/database.ts'
import { instant, type Tables } from './db/schema.ts'

let sequence = 0

/** Notes for the staff's open tabs what happened to a booking; part of the writing that made it happen. */
export async function recordEvent(
  db: Queries,
  kind: Tables['staff_events']['kind'],
  bookingId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('staff_events')
    .values({ id: eventId(now), kind, booking_id: bookingId, created_at: instant(now) })
    .execute()
}

/** Sorts by time, and by order of writing within a process. */
function eventId(now: number): string {
  sequence = (sequence + 1) % 1_000_000
  return `${String(now).padStart(14, '0')}-${String(sequence).padStart(6, '0')}-${crypto.randomUUID().slice(0, 4)}`
}

/** Rings in this process after a commit, so that open streams read the new events at once. */
export class Bell {
  readonly #listeners = new Set<() => void>()

  ring(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Gives the way to stop listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
