import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatRange, type IsoDate } from '#domain/calendar.ts'
import { type BookingFilter, listActiveFilters, NARROWING_FILTERS } from '#stores/admin/bookings/filter.ts'
import { $filter, clearFilter, searchBookings, setFilter } from '#stores/admin/bookings/list.ts'
import { normaliseDateRange } from '#stores/admin/date-range.ts'
import { Filters } from '../list/Filters.tsx'
import { LocationField } from '../list/LocationField.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { SelectField } from '../list/SelectField.tsx'
import type { ScreenProps } from '../screens.ts'

type FilterLabels = Pick<ScreenProps, 'locations' | 'plans' | 'methods'>

const DATE_LABELS = { covered: 'Days covered', created: 'Created on' }
const SORT_LABELS = {
  'created-asc': 'Oldest first',
  'start-asc': 'Starts first',
  'start-desc': 'Starts last',
  'amount-desc': 'Highest amount',
  'amount-asc': 'Lowest amount',
  'name-asc': 'Name, A to Z',
  'name-desc': 'Name, Z to A',
}

/** Among `SORTS`; empty is the order of a list of which nothing else was asked. */
function getSelectedSort({ sort, order }: BookingFilter): string {
  const chosen = `${sort || 'created'}-${order || 'desc'}`
  return chosen in SORT_LABELS ? chosen : ''
}

/** What the list is narrowed by: fields, and beneath them what is on, each to be taken away by itself. */
export function BookingFilters({ locations, plans, methods }: FilterLabels) {
  const filter = useStore($filter, { ssr: 'initial' })
  const on = listActiveFilters(filter)
  return (
    <div className="bookings-filters">
      <Filters
        count={on.length}
        search={
          <SearchField
            id="bookings-q"
            label="Search bookings"
            placeholder="Name, company, email, phone, booking"
            value={filter.q}
            onChange={searchBookings}
          />
        }
      >
        <LocationField
          id="bookings-location"
          locations={locations}
          value={filter.location}
          onChange={(location) => setFilter({ location })}
        />
        <SelectField
          id="bookings-plan"
          label="Plan"
          all="All plans"
          options={plans}
          value={filter.plan}
          onChange={(plan) => setFilter({ plan })}
        />
        <SelectField
          id="bookings-state"
          label="Status"
          all="All statuses"
          options={BOOKING_LABELS}
          value={filter.state}
          onChange={(state) => setFilter({ state: state as BookingFilter['state'] })}
        />
        <SelectField
          id="bookings-method"
          label="Method"
          all="All methods"
          options={methods}
          value={filter.method}
          onChange={(method) => setFilter({ method: method as BookingFilter['method'] })}
        />
        <DateFilter filter={filter} />
        <div className="bookings-sort">
          <SelectField
            id="bookings-sort"
            label="Order"
            all="Newest first"
            options={SORT_LABELS}
            value={getSelectedSort(filter)}
            onChange={(chosen) => {
              const [sort = '', order = ''] = chosen.split('-') as [BookingFilter['sort'], BookingFilter['order']?]
              setFilter({ sort, order })
            }}
          />
        </div>
      </Filters>
      {on.length > 0 && (
        <ul className="bookings-chips" aria-label="Filters that are on">
          {on.map((name) => (
            <li key={name}>
              <button type="button" className="bookings-chip" onClick={() => setFilter(CLEARED_FILTERS[name])}>
                {formatChip(name, filter, { locations, plans, methods })}
                <X className="icon" aria-hidden="true" />
                <span className="visually-hidden">, take away</span>
              </button>
            </li>
          ))}
          <li>
            <button type="button" className="link" onClick={clearFilter}>
              Clear all
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}

/** Which dates, and from when to when; the days are there once they mean something. */
function DateFilter({ filter }: { filter: BookingFilter }) {
  const kind = filter.dates
  const day = (name: 'from' | 'to', label: string) => (
    <div className="field">
      <label className="visually-hidden" htmlFor={`bookings-${name}`}>
        {label}
      </label>
      <input
        id={`bookings-${name}`}
        type="date"
        value={filter[name]}
        onChange={({ target }) => setFilter({ [name]: target.value })}
      />
    </div>
  )
  return (
    <>
      <SelectField
        id="bookings-dates"
        label="Dates"
        all="Any dates"
        options={DATE_LABELS}
        value={kind}
        onChange={(dates) => setFilter(dates ? { dates: dates as BookingFilter['dates'] } : CLEARED_FILTERS.dates)}
      />
      {kind && (
        <div className="bookings-dates">
          {day('from', `${DATE_LABELS[kind]}, from`)}
          <span aria-hidden="true">–</span>
          {day('to', `${DATE_LABELS[kind]}, to`)}
        </div>
      )}
    </>
  )
}

const CLEARED_FILTERS = {
  ...(Object.fromEntries(NARROWING_FILTERS.map((name) => [name, { [name]: '' }])) as Record<
    (typeof NARROWING_FILTERS)[number],
    Partial<BookingFilter>
  >),
  dates: { dates: '', from: '', to: '' } as Partial<BookingFilter>,
}

function formatChip(name: (typeof NARROWING_FILTERS)[number], filter: BookingFilter, words: FilterLabels): string {
  switch (name) {
    case 'location':
      return words.locations[filter.location] ?? filter.location
    case 'plan':
      return words.plans[filter.plan] ?? filter.plan
    case 'state':
      return filter.state && BOOKING_LABELS[filter.state]
    case 'method':
      return words.methods[filter.method] ?? filter.method
    case 'dates':
      return `${filter.dates === 'created' ? 'Created ' : ''}${formatDateFilter(normaliseDateRange(filter))}`
  }
}

function formatDateFilter({ from, to }: Pick<BookingFilter, 'from' | 'to'>): string {
  if (from && to) return formatRange(from as IsoDate, to as IsoDate)
  return from ? `from ${formatDate(from as IsoDate)}` : `until ${formatDate(to as IsoDate)}`
}
