import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { LOCATION_IDS, type LocationId } from '#domain/location.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { cellName, PRICE_CELLS, periodsForPlan, priceCell } from '#domain/price-list.ts'
import { $changes } from '#stores/admin/prices/prices.ts'
import type { PriceNames } from './labels.ts'
import { PERIOD_NAMES } from './labels.ts'
import { PriceField } from './PriceField.tsx'

/**
 * Locations in rows, plans and their periods in columns. Narrow screens fold each location to three columns, phones to
 * its name; locations with changes start open.
 */
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
        <button type="button" className="icon-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <ChevronDown className="icon" aria-hidden="true" />
          <span className="visually-hidden">Prices of {name}</span>
        </button>
      </th>
      {PRICE_CELLS.filter(({ locationId }) => locationId === location).map((cell) => (
        <PriceField key={cellName(cell)} cell={cell} names={names} />
      ))}
    </tr>
  )
}
