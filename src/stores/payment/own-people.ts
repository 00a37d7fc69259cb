import { changePeople } from '#contract/own-people.ts'
import { call } from '../api.ts'
import { type ActionProblem, sendAction, toProblem } from './own-details.ts'
import { showYourBooking } from './your-booking.ts'

/** Returns undefined once the names are saved. */
export async function savePeople(people: readonly string[]): Promise<ActionProblem | undefined> {
  const response = await sendAction(['people', people], (options) =>
    call(changePeople, { people: [...people] }, options),
  )
  if (!response.ok) return toProblem(response.failure)
  showYourBooking(response.value)
  return undefined
}
