import { getBikramMonth } from './bikram-sambat.ts'
import { formatMonth, type IsoDate } from './calendar.ts'
import { type Paisa, paisa, ZERO } from './money.ts'
import { RECORDED_METHODS, type RecordedMethod } from './payment.ts'

export interface MovedMoney {
  received: Paisa
  refunded: Paisa
}

/** Money that was received or refunded on a Kathmandu day. */
export interface MoneyMovement extends MovedMoney {
  day: IsoDate
  method: RecordedMethod
  planId: string
  locationId: string
}

/** Sums movements in total and by each of their properties. Months are in order, the others by what was received. */
export function summariseMovements(movements: readonly MoneyMovement[]) {
  const byDay = movements.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  return {
    totals: sumMoved(movements),
    methods: groupMoved(movements, ({ method }) => method)
      .map(([method, moved]) => ({ method, ...moved }))
      .toSorted((one, other) => RECORDED_METHODS.indexOf(one.method) - RECORDED_METHODS.indexOf(other.method)),
    plans: groupMoved(movements, ({ planId }) => planId)
      .map(([planId, moved]) => ({ planId, ...moved }))
      .toSorted(byReceived),
    locations: groupMoved(movements, ({ locationId }) => locationId)
      .map(([locationId, moved]) => ({ locationId, ...moved }))
      .toSorted(byReceived),
    months: groupMoved(byDay, ({ day }) => formatMonth(day)).map(toNamed),
    bikramMonths: groupMoved(byDay, ({ day }) => getBikramMonth(day)?.name ?? formatMonth(day)).map(toNamed),
  }
}

const toNamed = ([name, moved]: [string, MovedMoney]) => ({ name, ...moved })

const byReceived = (one: MovedMoney, other: MovedMoney): number => other.received - one.received

/** In the order in which the keys appear. */
function groupMoved<Key>(
  movements: readonly MoneyMovement[],
  getKey: (movement: MoneyMovement) => Key,
): [Key, MovedMoney][] {
  const groups = Map.groupBy(movements, getKey)
  return [...groups].map(([key, group]) => [key, sumMoved(group)])
}

const sumMoved = (moved: readonly MovedMoney[]): MovedMoney =>
  moved.reduce<MovedMoney>(
    (total, { received, refunded }) => ({
      received: paisa(total.received + received),
      refunded: paisa(total.refunded + refunded),
    }),
    { received: ZERO, refunded: ZERO },
  )
