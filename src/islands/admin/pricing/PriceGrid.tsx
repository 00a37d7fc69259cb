import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { LOCATION_IDS, type LocationId } from '#domain/location.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { cellName, PRICE_CELLS, periodsForPlan, priceCell } from '#domain/price-list.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { $changes } from '#stores/admin/prices/prices.ts'
import { PERIOD_NAMES, type PriceNames } from './labels.ts'
import { PriceField } from './PriceField.tsx'
import { getPlanLine } from './plan-line.ts'

/** Narrow screens fold each location to three columns, phones to its name; the first and those with changes start open. */
export function PriceGrid({ names }: { names: PriceNames }) {
  return (
    <table className="mt-4.5 w-full text-small max-lg:block">
      <caption className="visually-hidden">Prices by location, plan and period, in NPR</caption>
      <thead className="max-lg:sr-only">
        <tr>
          <td className="w-37" />
          {PLAN_IDS.map((plan) => (
            <th
              key={plan}
              scope="colgroup"
              colSpan={periodsForPlan(plan).length}
              className={`pt-1 pr-2.75 pb-1.5 pl-3 text-left font-strong text-ink ${getPlanLine(plan)}`}
            >
              {names.plans[plan] ?? plan}
            </th>
          ))}
        </tr>
        <tr>
          <td className="border-ledge border-b-2" />
          {PLAN_IDS.flatMap((plan) =>
            periodsForPlan(plan).map((period) => (
              <th
                key={`${plan} ${period}`}
                scope="col"
                className={`border-b-2 border-b-ledge pt-1 pr-2.75 pb-1.5 pl-1 text-right font-med text-ink-3 text-label ${getPlanLine(plan, period)}`}
              >
                {PERIOD_NAMES[period]}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {LOCATION_IDS.map((location) => (
          <LocationRow key={location} location={location} names={names} />
        ))}
      </tbody>
    </table>
  )
}

function LocationRow({ location, names }: { location: LocationId; names: PriceNames }) {
  const changes = useStore($changes)
  const hasChanges = Object.keys(changes).some((cell) => priceCell(cell)?.locationId === location)
  const [open, setOpen] = useState<boolean>()
  const isOpen = open ?? (hasChanges || location === LOCATION_IDS[0])
  const name = names.locations[location] ?? location
  return (
    <tr
      className={`max-sm:gap-x-2 max-sm:py-1.5 max-lg:grid max-lg:grid-cols-3 max-lg:items-end max-lg:gap-x-3 max-lg:gap-y-2 max-lg:border-line-2 max-lg:border-b max-lg:pt-3.5 max-lg:pb-2.5 ${
        isOpen ? '' : 'max-sm:*:not-first:hidden'
      }`}
    >
      <th
        scope="row"
        className="max-lg:stretch-name text-left font-strong leading-snug max-lg:col-span-full max-lg:flex max-lg:items-center max-lg:justify-between max-lg:text-subhead lg:border-line-2 lg:border-b lg:pt-5 lg:pr-3 lg:pb-1.5 lg:align-top"
      >
        {name}
        <IconButton
          className="icon-button -mr-2.5 aria-expanded:*:first:rotate-180 sm:hidden"
          icon={ChevronDown}
          label={`Prices of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </th>
      {PRICE_CELLS.filter(({ locationId }) => locationId === location).map((cell) => (
        <PriceField key={cellName(cell)} cell={cell} names={names} />
      ))}
    </tr>
  )
}
