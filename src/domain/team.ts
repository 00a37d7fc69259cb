import { hasLink, toSingleLine } from './contact.ts'
import { isDayPass, type PlanId } from './plan.ts'

/** More are an offer by staff. */
export const MAX_SEATS = 20
export const OFFICE_SEATS = 4
/** Guests of longer plans, for each seat and day. */
const GUESTS_PER_SEAT = 2

/** The most guests of a longer plan on one day. */
export const getMaxGuestsOfDay = (seats: number): number => GUESTS_PER_SEAT * seats

/** A Private Office has its own number of seats. */
export const hasChosenSeats = (plan: string): boolean => plan !== 'private-office'

export const parseSeats = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SEATS ? value : undefined

interface Seating {
  planId: PlanId
  seats: number
  guestPasses: number
}

/** Seats of each covered day. A guest of a day pass takes one too. */
export function countSeatsTaken({ planId, seats, guestPasses }: Seating): number {
  if (!hasChosenSeats(planId)) return OFFICE_SEATS
  return isDayPass(planId) ? seats + guestPasses : seats
}

/** `2`, or `1 + 1 guest` of a day pass with guests, whose price does not count them. */
export const formatSeats = (seats: number, guests: number): string =>
  guests > 0 ? `${seats - guests} + ${guests} guest${guests === 1 ? '' : 's'}` : String(seats)

/** The waiting list offers one seat of one day. */
export const canJoinWaitingList = ({
  planId,
  ...seating
}: Omit<Seating, 'planId'> & { planId: PlanId | '' }): boolean =>
  planId !== '' && isDayPass(planId) && countSeatsTaken({ ...seating, planId }) === 1

/** The chosen seats of a booking that takes `seats`. Day passes once took one seat, with any number of guests. */
export const countChosenSeats = ({ planId, seats, guestPasses }: Seating): number =>
  Math.max(1, isDayPass(planId) ? seats - guestPasses : seats)

/** What the plan's price is multiplied by. */
export const countPricedSeats = (plan: PlanId, seats: number): number => (hasChosenSeats(plan) ? seats : 1)

/** The most guest passes that can be used: one for each seat of a day pass, else two for each seat and day. */
export const getMaxGuestPasses = (plan: PlanId, seats: number, days: number): number =>
  isDayPass(plan) ? seats : GUESTS_PER_SEAT * countSeatsTaken({ planId: plan, seats, guestPasses: 0 }) * days

/** Names of people are deleted this long after the last day of their booking. */
export const PEOPLE_RETENTION_DAYS = 30
const MAX_PERSON_LENGTH = 120

type PersonProblem = 'has_link' | 'text_too_long'

export function findPersonProblem(name: string): PersonProblem | undefined {
  if (hasLink(name)) return 'has_link'
  return toSingleLine(name).length > MAX_PERSON_LENGTH ? 'text_too_long' : undefined
}

/** The problems of names by their index. Empty names are seats without a name. */
export const findPeopleProblems = (people: readonly string[]): Record<number, PersonProblem> =>
  Object.fromEntries(
    people.flatMap((name, index) => {
      const problem = findPersonProblem(name)
      return problem ? [[index, problem]] : []
    }),
  )
