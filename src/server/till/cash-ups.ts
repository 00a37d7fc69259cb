import {
  type approveCashUp as approveContract,
  CASH_UP_MESSAGES,
  type CashUpDay,
  type readCashUps,
  type saveCashUp as saveContract,
} from '#contract/admin/till.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { isValidReason } from '#domain/audit.ts'
import { addDays, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { paisa, sum, ZERO } from '#domain/money.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import { calculateExpected, hasDifference, sumDifferences, type TillAmounts } from '#domain/till.ts'
import type { App, Result } from '../app.ts'
import { recordAuditEntry } from '../audit/entries.ts'
import { Conflict, type Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { CashUp } from '../db/schema.ts'
import type { Staff } from '../staff/sessions.ts'
import { readStaffName } from '../staff/staff-name.ts'
import { getStatus, parseTill } from './cash-up-status.ts'
import { getFloat, readTillChain, type TillChain } from './float.ts'
import { type Movement, readMovements, type TillDay } from './movements.ts'

interface NamedTillDay extends TillDay {
  locationName: string
}

export async function loadCashUps(
  app: App,
  staff: Staff,
  input: Input<typeof readCashUps>,
): Result<typeof readCashUps> {
  const day = findDay(app, staff, input.location, input.date)
  return day.ok ? succeed(await readDay(app, app.db.read, staff, day.value)) : day
}

/** Stores a count, and signs it if it has a name. */
export const saveCashUp = (app: App, staff: Staff, input: Input<typeof saveContract>): Result<typeof saveContract> =>
  app.db.write(async (db) => {
    const found = findDay(app, staff, input.locationId, input.date)
    if (!found.ok) return found
    const day = found.value
    const { staffId = staff.id, version, signedName, reason = '' } = input
    if (staffId !== staff.id && !hasRoleAtLeast(staff.role, 'manager')) return fail('forbidden')
    const name = await readStaffName(db, staffId)
    if (name === null) return fail('not_found')
    const before = await lockCashUp(db, day, staffId)
    if ((before?.version ?? 0) !== version) return fail('changed_meanwhile')
    const movements = (await readMovements(db, day)).get(staffId) ?? []
    const prevented = explainRecount(app, staff, before, movements)
    if (prevented) return fail('forbidden', { message: prevented })
    const chain = await readTillChain(db, day.locationId, kathmanduDate(app.now()))
    const opening = getFloat(chain, before) ?? paisa(input.opening ?? 0)
    const banked = paisa(input.banked)
    const counted = toAmounts(input.counted)
    const till = { expected: calculateExpected(opening, movements), counted }
    const fields = {
      ...(banked > counted.cash && { banked: CASH_UP_MESSAGES.banked }),
      ...(signedName === '' && { signedName: CASH_UP_MESSAGES.name }),
      ...(signedName && hasDifference(till) && !isValidReason(reason) && { reason: CASH_UP_MESSAGES.reason }),
    }
    if (Object.keys(fields).length > 0) return fail('invalid', { fields })
    const now = instant(app.now())
    await storeCashUp(db, {
      ...{
        location_id: day.locationId,
        day: day.date,
        staff_id: staffId,
        version: version + 1,
        opening,
        banked,
        reason,
      },
      expected: JSON.stringify(till.expected),
      counted: JSON.stringify(counted),
      signed_name: signedName ?? null,
      signed_at: signedName === undefined ? null : now,
      first_signed_at: before?.first_signed_at ?? (signedName === undefined ? null : now),
      counted_by: staff.id,
      approved_by: null,
      updated_at: now,
    })
    await recordTillEntry(app, db, staff, day, {
      action: signedName === undefined ? 'cash_counted' : 'cash_signed',
      label: name,
      after: {
        openingAmount: opening,
        cashAmount: counted.cash,
        counterQrAmount: counted.counter_qr,
        cardTerminalAmount: counted.card_terminal,
        bankedAmount: banked,
        differenceAmount: sumDifferences(till),
      },
      ...(reason !== '' && { reason }),
    })
    return succeed(await readDay(app, db, staff, day))
  })

export const approveCashUp = (
  app: App,
  staff: Staff,
  { locationId, date, staffId, version }: Input<typeof approveContract>,
): Result<typeof approveContract> =>
  app.db.write(async (db) => {
    const found = findDay(app, staff, locationId, date)
    if (!found.ok) return found
    const day = found.value
    const cashUp = await lockCashUp(db, day, staffId)
    if (!cashUp) return fail('not_found')
    if (cashUp.version !== version) return fail('changed_meanwhile')
    const movements = (await readMovements(db, day)).get(staffId) ?? []
    if (getStatus(cashUp, movements) !== 'differs') return fail('wrong_state', { message: CASH_UP_MESSAGES.approved })
    if (!mayApprove(staff, cashUp)) return fail('forbidden', { message: CASH_UP_MESSAGES.own })
    const approved = { version: version + 1, approved_by: staff.id, updated_at: instant(app.now()) }
    await storeCashUp(db, { ...cashUp, ...approved })
    await recordTillEntry(app, db, staff, day, {
      action: 'cash_approved',
      label: (await readStaffName(db, staffId)) ?? '',
      after: { differenceAmount: sumDifferences(parseTill(cashUp)) },
    })
    return succeed(await readDay(app, db, staff, day))
  })

function findDay(app: App, staff: Staff, location: string, day: string): Outcome<NamedTillDay> {
  const found = app.catalogue.locations.find(({ id }) => id === parseLocationId(location))
  if (!found || !isAssignedTo(staff.workplaces, found.id)) return fail('not_found')
  const date = parseIsoDate(day)
  if (!date) return fail('invalid', { fields: { date: INVALID_DATE } })
  if (date > kathmanduDate(app.now())) return fail('invalid', { message: CASH_UP_MESSAGES.future })
  return succeed({ locationId: found.id, locationName: found.name, date })
}

const selectCashUps = (db: Queries, { locationId, date }: TillDay) =>
  db.selectFrom('cash_ups').selectAll().where('location_id', '=', locationId).where('day', '=', date)

const lockCashUp = (db: Queries, { locationId, date }: TillDay, staffId: string): Promise<CashUp | undefined> =>
  db
    .updateTable('cash_ups')
    .set((row) => ({ version: row.ref('version') }))
    .where('location_id', '=', locationId)
    .where('day', '=', date)
    .where('staff_id', '=', staffId)
    .returningAll()
    .executeTakeFirst()

/** Replaces the version before. */
async function storeCashUp(db: Queries, cashUp: CashUp): Promise<void> {
  await db
    .insertInto('cash_ups')
    .values(cashUp)
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'day', 'staff_id'])
        .doUpdateSet(cashUp)
        .where('cash_ups.version', '=', cashUp.version - 1),
    )
    .returning('version')
    .executeTakeFirstOrThrow(() => new Conflict())
}

async function readDay(app: App, db: Queries, staff: Staff, day: NamedTillDay): Promise<CashUpDay> {
  const movements = await readMovements(db, day)
  const cashUps = new Map((await selectCashUps(db, day).execute()).map((row) => [row.staff_id, row]))
  const chain = await readTillChain(db, day.locationId, kathmanduDate(app.now()))
  const everyone: CashUpDay['people'] = []
  for (const staffId of new Set([...movements.keys(), ...cashUps.keys(), staff.id])) {
    const own = movements.get(staffId) ?? []
    const cashUp = cashUps.get(staffId)
    const float = getFloat(chain, cashUp)
    const status = getStatus(cashUp, own)
    const isFinished = status === 'signed' || status === 'differs'
    const opening = (isFinished ? undefined : float) ?? cashUp?.opening ?? ZERO
    everyone.push({
      staffId,
      name: (await readStaffName(db, staffId)) ?? '',
      isOwn: staffId === staff.id,
      version: cashUp?.version ?? 0,
      status,
      canCount: explainRecount(app, staff, cashUp, own) === undefined,
      canApprove: status === 'differs' && cashUp !== undefined && mayApprove(staff, cashUp),
      opening,
      float: float ?? null,
      expected: calculateExpected(opening, own),
      count: cashUp ? await toCount(db, cashUp) : null,
      movements: own,
    })
  }
  everyone.sort((a, b) => a.name.localeCompare(b.name))
  const withMoney = everyone.filter(({ movements: own, count }) => own.length > 0 || count)
  const { locationId, locationName, date } = day
  return {
    ...{ locationId, locationName, date },
    people: hasRoleAtLeast(staff.role, 'manager') ? withMoney : everyone.filter(({ isOwn }) => isOwn),
    shared: withMoney.length < 2 ? null : describeSharedTill(withMoney, cashUps, chain),
  }
}

function describeSharedTill(
  people: CashUpDay['people'],
  cashUps: ReadonlyMap<string, CashUp>,
  chain: TillChain,
): CashUpDay['shared'] {
  const uncounted = people.flatMap(({ staffId, name, isOwn, movements }) => {
    const cashUp = cashUps.get(staffId)
    const counted = cashUp?.first_signed_at ? paisa(parseTill(cashUp).expected.cash - cashUp.opening) : ZERO
    const cash = paisa(calculateExpected(ZERO, movements).cash - counted)
    return cash === 0 ? [] : [{ name, isOwn, cash }]
  })
  return { cash: sum([getFloat(chain) ?? ZERO, chain.uncounted]), uncounted }
}

/** Why the caller cannot count the till again; undefined if allowed. */
function explainRecount(
  app: App,
  staff: Staff,
  cashUp: CashUp | undefined,
  movements: readonly Movement[],
): string | undefined {
  if (!cashUp || hasRoleAtLeast(staff.role, 'manager')) return undefined
  // Money that moved since asks the desk for another count.
  if (cashUp.approved_by && getStatus(cashUp, movements) === 'signed') return CASH_UP_MESSAGES.approvedBefore
  const yesterday = addDays(kathmanduDate(app.now()), -1)
  return cashUp.first_signed_at && cashUp.day < yesterday ? CASH_UP_MESSAGES.signedBefore : undefined
}

async function toCount(db: Queries, cashUp: CashUp): Promise<CashUpDay['people'][number]['count']> {
  const { banked, reason, signed_name, signed_at, approved_by } = cashUp
  return {
    ...parseTill(cashUp),
    ...{ banked, reason, signedName: signed_name, signedAt: signed_at },
    approvedBy: await readStaffName(db, approved_by),
  }
}

const toAmounts = ({ cash, counter_qr, card_terminal }: Input<typeof saveContract>['counted']): TillAmounts => ({
  cash: paisa(cash),
  counter_qr: paisa(counter_qr),
  card_terminal: paisa(card_terminal),
})

/** Managers do not approve what they took or counted. */
const mayApprove = ({ id, role }: Staff, { staff_id, counted_by }: CashUp): boolean =>
  role === 'owner' || (role === 'manager' && staff_id !== id && counted_by !== id)

type TillEntry = Pick<Parameters<typeof recordAuditEntry>[1], 'action' | 'label' | 'after' | 'reason'>

const recordTillEntry = (app: App, db: Queries, by: Staff, { locationId, date }: TillDay, entry: TillEntry) =>
  recordAuditEntry(db, { by, subject: 'till', subjectId: `${locationId}/${date}`, ...entry }, app.now())
