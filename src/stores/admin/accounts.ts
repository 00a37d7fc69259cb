import { atom } from 'nanostores'
import type { readAccounts } from '#contract/admin/accounts.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { type AccountsPeriod, listAccountsMonths, listAccountsYears } from '#domain/bikram-sambat.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { now } from '../clock.ts'
import { readParameter, setParameters } from '../url-parameters.ts'
import { staffLedger } from './ledger.ts'
import { requireSession } from './session/session.ts'

export type Accounts = Output<typeof readAccounts>

const MONTHS_LISTED = 24
const YEARS_LISTED = 3

interface AccountsState {
  /** Months and then fiscal years, latest first; empty until the session has loaded. */
  periods: readonly AccountsPeriod[]
  period?: AccountsPeriod
  /** Empty is every location. */
  location: LocationId | ''
  accounts?: Accounts
  failure?: Failure
}

export const $accounts = atom<AccountsState>({ periods: [], location: '' })

let latestRequest = 0

/** Opens the period and the location of the URL, else this month at every location. */
export function openAccounts(): Promise<void> {
  const today = kathmanduDate(now())
  const periods = [...listAccountsMonths(today, MONTHS_LISTED), ...listAccountsYears(today, YEARS_LISTED)]
  const period = periods.find(({ name }) => name === readParameter('period')) ?? periods[0]
  showQuery({ periods, ...(period && { period }), location: parseLocationId(readParameter('location')) ?? '' })
  return loadAccounts()
}

/** `period` is a name. */
export function chooseAccounts(change: { period?: string; location?: string }): Promise<void> {
  const { periods, period: before, location: locationBefore } = $accounts.get()
  const period = periods.find(({ name }) => name === change.period) ?? before
  const location = change.location === undefined ? locationBefore : (parseLocationId(change.location) ?? '')
  setParameters({ period: period === periods[0] ? undefined : period?.name, location: location || undefined })
  showQuery({ periods, ...(period && { period }), location })
  return loadAccounts()
}

/** Removes the money of another period or location at once. */
function showQuery(query: Pick<AccountsState, 'periods' | 'period' | 'location'>): void {
  const { period, location, accounts } = $accounts.get()
  const isSame = query.period?.name === period?.name && query.location === location
  $accounts.set({ ...query, ...(isSame && accounts && { accounts }) })
}

export async function loadAccounts(): Promise<void> {
  const { period, location } = $accounts.get()
  if (!period) return
  const request = ++latestRequest
  const { from, to } = period
  const outcome = await requireSession(staffLedger.accounts({ from, to, ...(location && { location }) }))
  if (request !== latestRequest) return
  const { failure: _, ...before } = $accounts.get()
  $accounts.set(outcome.ok ? { ...before, accounts: outcome.value } : { ...before, failure: outcome.failure })
}
