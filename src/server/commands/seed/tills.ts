import { addDays, type IsoDate } from '#domain/calendar.ts'
import { type Paisa, paisa, rupees, ZERO } from '#domain/money.ts'
import { readHandover, saveHandover } from '../../desk/handover.ts'
import { loadCashUps, saveCashUp } from '../../till/cash-ups.ts'
import { type Business, unwrap } from './business.ts'

/** Cash that stays in the till overnight. */
const FLOAT = rupees(5_000)

/** Counts and signs the tills of a day. `missing` is the cash by which each is short. */
export async function signTills({ app, staff }: Business, date: IsoDate, missing: Paisa): Promise<void> {
  for (const { id: locationId } of app.catalogue.locations) {
    const { people } = unwrap(await loadCashUps(app, staff, { location: locationId, date }))
    for (const { staffId, version, opening, expected } of people) {
      const float = opening === ZERO ? FLOAT : opening
      const cash = paisa(expected.cash - opening + float - missing)
      unwrap(
        await saveCashUp(app, staff, {
          ...{ locationId, date, staffId, version, opening: float },
          counted: { ...expected, cash },
          banked: Math.max(0, cash - FLOAT),
          signedName: 'Asha Rai',
          ...(missing > 0 && { reason: 'One note is missing after the rush at noon' }),
        }),
      )
    }
  }
}

/** Notes for the next shift: one of today, and one of yesterday. */
export async function leaveNotes({ app, staff, today }: Business): Promise<void> {
  const notes = [
    { locationId: 'kausimaa', date: today, body: 'The key of the Ridge room is with Asha. Water comes at 16:00.' },
    { locationId: 'dhobighat-hub', date: addDays(today, -1), body: 'The printer is being repaired until Thursday.' },
  ] as const
  for (const note of notes) {
    const { version } = await readHandover(app.db.read, note)
    unwrap(await saveHandover(app, staff, { ...note, version }))
  }
}
