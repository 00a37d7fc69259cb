import { atom } from 'nanostores'
import type { readAccounts } from '#contract/admin/accounts.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import type { FiscalYear } from '#domain/fiscal-year.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { listBikramMonths, listFiscalYears, listMonths, type ReportPeriod } from '#domain/report-period.ts'
import { now } from '../clock.ts'
import { readParameter, setParameters } from '../url-parameters.ts'
import { staffLedger } from './ledger.ts'
import { requireSession } from './session/session.ts'

export type Accounts = Output<typeof readAccounts>

const MONTHS_LISTED = 24
const YEARS_LISTED = 3

interface PeriodGroup {
  label: string
  /** Latest first. */
  periods: readonly ReportPeriod[]
}

interface AccountsState {
  /** Names are unique; empty until the session has loaded. */
  groups: readonly PeriodGroup[]
  period?: ReportPeriod
  /** Empty is every location. */
  location: LocationId | ''
  accounts?: Accounts
  failure?: Failure
}

export const $accounts = atom<AccountsState>({ groups: [], location: '' })

let latestRequest = 0

/** Opens the period and the location of the URL, else this month at every location. */
export function openAccounts(fiscalYears: readonly FiscalYear[]): Promise<void> {
  const today = kathmanduDate(now())
  const groups = [
    { label: 'Months, Bikram Sambat', periods: listBikramMonths(today, MONTHS_LISTED) },
    { label: 'Months, AD', periods: listMonths(today, MONTHS_LISTED) },
    { label: 'Fiscal years', periods: listFiscalYears(fiscalYears, today, YEARS_LISTED) },
  ]
  const period = findPeriod(groups, readParameter('period')) ?? findCurrentPeriod(groups)
  showQuery({ groups, ...(period && { period }), location: parseLocationId(readParameter('location')) ?? '' })
  return loadAccounts()
}

/** `period` is a name. */
export function chooseAccounts(change: { period?: string; location?: string }): Promise<void> {
  const { groups, period: before, location: locationBefore } = $accounts.get()
  const period = findPeriod(groups, change.period) ?? before
  const location = change.location === undefined ? locationBefore : (parseLocationId(change.location) ?? '')
  setParameters({
    period: period === findCurrentPeriod(groups) ? undefined : period?.name,
    location: location || undefined,
  })
  showQuery({ groups, ...(period && { period }), location })
  return loadAccounts()
}

const findPeriod = (groups: readonly PeriodGroup[], period: string | null | undefined) =>
  groups.flatMap(({ periods }) => periods).find(({ name }) => name === period)

function findCurrentPeriod(groups: readonly PeriodGroup[]): ReportPeriod | undefined {
  const today = kathmanduDate(now())
  return groups.flatMap(({ periods }) => periods).find(({ from, to }) => from <= today && today <= to)
}

/** Removes the money of another period or location at once. */
function showQuery(query: Pick<AccountsState, 'groups' | 'period' | 'location'>): void {
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
