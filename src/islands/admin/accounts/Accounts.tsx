import { useStore } from '@nanostores/react'
import { formatRange } from '#domain/calendar.ts'
import { countRangeDays } from '#domain/date-range.ts'
import { $accounts, chooseAccounts, loadAccounts, openAccounts } from '#stores/admin/accounts.ts'
import { readMonthArchives } from '#stores/admin/month-archives.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Options } from '../form/fields.tsx'
import { HiddenLabelField, LocationFilter } from '../list/fields.tsx'
import { LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { AccountsTiles } from './AccountsTiles.tsx'
import { ExportTables } from './ExportTables.tsx'
import { MoneyTable } from './MoneyTable.tsx'
import { MonthArchives } from './MonthArchives.tsx'

/** Of the Nepali calendar. */
const MAX_MONTH_DAYS = 32

export default createStaffScreen(
  '/admin/accounts',
  ({ fiscalYears }) => ({
    read: async () => void (await Promise.all([openAccounts(fiscalYears), readMonthArchives()])),
  }),
  Accounts,
)

function Accounts({ locations, plans, methods }: Pick<ScreenProps, 'locations' | 'plans' | 'methods'>) {
  const { groups, period, location, accounts, failure } = useStore($accounts, { ssr: 'initial' })
  const isMonth = !accounts || countRangeDays(accounts) <= MAX_MONTH_DAYS
  return (
    <>
      <ScreenHead title="Accounts">
        <p className="mute">Money by the day on which it was received or refunded.</p>
      </ScreenHead>
      <form
        className="flex inputs:min-h-11 flex-wrap gap-2.5 pt-4.5 pb-6 inputs:text-small max-sm:fields:grow max-sm:fields:basis-full"
        method="dialog"
      >
        <HiddenLabelField id="accounts-period" label="Month or fiscal year">
          <select
            id="accounts-period"
            disabled={!period}
            value={period?.name ?? ''}
            onChange={({ target }) => void chooseAccounts({ period: target.value })}
          >
            {groups.map(({ label, periods }) => (
              <optgroup key={label} label={label}>
                <Options
                  labels={Object.fromEntries(
                    periods.map(({ name, from, to }) => [name, `${name} (${formatRange(from, to)})`]),
                  )}
                />
              </optgroup>
            ))}
          </select>
        </HiddenLabelField>
        <LocationFilter
          id="accounts-location"
          widthClass="sm:basis-55"
          locations={locations}
          value={location}
          onChange={(location) => void chooseAccounts({ location })}
        />
      </form>
      <LoadState data={accounts} failure={failure} retry={loadAccounts} />
      {accounts && (
        <>
          <AccountsTiles accounts={accounts} />
          <p className="small mute max-w-51em pt-3">
            Amounts are in NPR and include card fees. The dashboard counts a booking on the day on which it was placed,
            so its revenue can differ.
          </p>
          <div className="grid grid-cols-fit-320 gap-x-10 gap-y-6 py-5">
            <MoneyTable
              title="By method"
              totals={accounts.totals}
              rows={accounts.methods.map(({ method, ...moved }) => ({ name: methods[method] ?? method, ...moved }))}
            />
            <MoneyTable
              title="By plan"
              totals={accounts.totals}
              rows={accounts.plans.map(({ planId, ...moved }) => ({ name: plans[planId] ?? planId, ...moved }))}
            />
            <MoneyTable
              title="By location"
              totals={accounts.totals}
              rows={accounts.locations.map(({ locationId, ...moved }) => ({
                name: locations[locationId] ?? locationId,
                ...moved,
              }))}
            />
            {!isMonth && (
              <>
                <MoneyTable title="By month, Bikram Sambat" totals={accounts.totals} rows={accounts.bikramMonths} />
                <MoneyTable title="By month, AD" totals={accounts.totals} rows={accounts.months} />
              </>
            )}
          </div>
          <ExportTables from={accounts.from} to={accounts.to} location={location} />
          {isMonth && <MonthArchives from={accounts.from} to={accounts.to} />}
        </>
      )}
    </>
  )
}
