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

/** Narrow screens fold each location to three columns, phones to its name; locations with changes start open. */
export function PriceGrid({ names }: { names: PriceNames }) {
  return (
    <table className="price-grid">
      <caption className="visually-hidden">Prices by location, plan and period, in NPR</caption>
      <thead>
        <tr>
          <td />
          {PLAN_IDS.map((plan) => (
            <th key={plan} scope="colgroup" colSpan={periodsForPlan(plan).length}>
              {names.plans[plan] ?? plan}
            </th>
          ))}
        </tr>
        <tr>
          <td />
          {PLAN_IDS.flatMap((plan) =>
            periodsForPlan(plan).map((period) => (
              <th key={`${plan} ${period}`} scope="col">
                {PERIOD_NAMES[period]}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
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
  const isOpen = open ?? hasChanges
  const name = names.locations[location] ?? location
  return (
    <tr className={isOpen ? 'price-open' : undefined}>
      <th scope="row">
        {name}
        <IconButton
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
