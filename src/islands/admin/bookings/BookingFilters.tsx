import { X } from 'lucide-react'
import type { BOOKING_SORTS, ORDERS } from '#contract/admin/bookings.ts'
import { BOOKING_LABELS } from '#domain/booking.ts'
import { formatDate, formatRange, parseIsoDate } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { type BookingFilter, type FILTER_NAMES, listActiveFilters } from '#stores/admin/bookings/filter.ts'
import { bookings } from '#stores/admin/bookings/list.ts'
import { normaliseDateRange } from '#stores/admin/date-range.ts'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { HiddenLabelField, LocationFilter, SelectFilter } from '../list/fields.tsx'
import type { ScreenProps } from '../screens.ts'

type FilterLabels = Pick<ScreenProps, 'locations' | 'plans' | 'methods'>
type Props = FilterLabels & { isDrawerOpen: boolean }

const DATE_LABELS = { covered: 'Days covered', created: 'Created on' }
const SORT_LABELS: Readonly<Record<Exclude<SortName, 'created-desc'>, string>> = {
  'created-asc': 'Oldest first',
  'start-asc': 'Earliest start',
  'start-desc': 'Latest start',
  'name-asc': 'Name, A to Z',
  'name-desc': 'Name, Z to A',
}
type SortName = `${(typeof BOOKING_SORTS)[number]}-${(typeof ORDERS)[number]}`

/** Empty for the default order. */
function getSelectedSort({ sort, order }: BookingFilter): string {
  const sortKey = `${sort || 'created'}-${order || 'desc'}`
  return sortKey in SORT_LABELS ? sortKey : ''
}

/** The controls of the filter, and a chip for each active one that removes it. */
export function BookingFilters({ isDrawerOpen, ...labels }: Props) {
  const { filter, field, search } = useListFilter(bookings, 'bookings')
  // The drawer takes 416 px of the list; the fields stay in their row.
  const widthClass = isDrawerOpen ? 'sm:basis-37 1280:@max-1236px:basis-34.5' : 'sm:basis-37'
  const searchWidthClass = isDrawerOpen ? 'basis-55 1280:@max-1236px:basis-40' : undefined
  const active = listActiveFilters(filter)
  return (
    // As wide as the list while no drawer is open.
    <div className="@container">
      <Filters
        count={active.length}
        search={search('Search bookings', 'Name, email, phone, booking', searchWidthClass)}
      >
        <LocationFilter {...field('location')} widthClass={widthClass} locations={labels.locations} />
        <SelectFilter {...field('plan')} widthClass={widthClass} label="Plan" all="All plans" options={labels.plans} />
        <SelectFilter
          {...field('state')}
          widthClass={widthClass}
          label="Status"
          all="All statuses"
          options={BOOKING_LABELS}
        />
        <SelectFilter
          {...field('method')}
          widthClass={widthClass}
          label="Method"
          all="All methods"
          options={labels.methods}
        />
        <BookingDateFilter widthClass={widthClass} />
        {/* Without the table's Created column, only this field restores the newest-first order. */}
        <div className={`@max-820px:contents hidden ${isDrawerOpen ? '1280:@max-1236px:contents' : ''}`}>
          <SelectFilter
            id="bookings-sort"
            widthClass={widthClass}
            label="Order"
            all="Newest first"
            options={SORT_LABELS}
            value={getSelectedSort(filter)}
            onChange={(sortKey) => {
              const [sort = '', order = ''] = sortKey.split('-') as [BookingFilter['sort'], BookingFilter['order']?]
              bookings.changeFilter({ sort, order })
            }}
          />
        </div>
      </Filters>
      {active.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2 pb-2.5" aria-label="Active filters">
          {active.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-2 rounded-1 border border-line-3 bg-paper-sunk px-2.5 font-strong text-label hover:border-ink"
                onClick={() => bookings.changeFilter(name === 'dates' ? NO_DATES : { [name]: '' })}
              >
                {formatChip(name, filter, labels)}
                <X className="icon" aria-hidden="true" />
                <span className="visually-hidden">, remove</span>
              </button>
            </li>
          ))}
          <li>
            <LinkButton className="link ml-1 min-h-11 min-w-11" onClick={bookings.clearFilter}>
              Clear all
            </LinkButton>
          </li>
        </ul>
      )}
    </div>
  )
}

function BookingDateFilter({ widthClass }: { widthClass: string }) {
  const { filter, field } = useListFilter(bookings, 'bookings')
  const dateKind = filter.dates
  const day = (name: 'from' | 'to', label: string) => {
    const { id, value, onChange } = field(name)
    return (
      <HiddenLabelField id={id} label={label} className={`field ${widthClass}`}>
        <DateInput id={id} date={value} empty={label} value={value} onChange={({ target }) => onChange(target.value)} />
      </HiddenLabelField>
    )
  }
  return (
    <>
      <SelectFilter
        {...field('dates')}
        widthClass={widthClass}
        label="Dates"
        all="Any dates"
        options={DATE_LABELS}
        onChange={(dates) => bookings.changeFilter(dates ? { dates: dates as BookingFilter['dates'] } : NO_DATES)}
      />
      {dateKind && (
        <div className="flex items-center gap-1.5 max-sm:w-full">
          {day('from', `${DATE_LABELS[dateKind]}, from`)}
          <span aria-hidden="true">–</span>
          {day('to', `${DATE_LABELS[dateKind]}, to`)}
        </div>
      )}
    </>
  )
}

const NO_DATES = { dates: '', from: '', to: '' } as const

function formatChip(name: (typeof FILTER_NAMES)[number], filter: BookingFilter, labels: FilterLabels): string {
  if (name === 'dates')
    return `${filter.dates === 'created' ? 'Created ' : ''}${formatDateFilter(normaliseDateRange(filter))}`
  const names: Record<typeof name, Readonly<Record<string, string>>> = {
    location: labels.locations,
    plan: labels.plans,
    state: BOOKING_LABELS,
    method: labels.methods,
  }
  return names[name][filter[name]] ?? filter[name]
}

function formatDateFilter(filter: Pick<BookingFilter, 'from' | 'to'>): string {
  const [from, to] = [parseIsoDate(filter.from), parseIsoDate(filter.to)]
  if (from && to) return formatRange(from, to)
  return from ? `from ${formatDate(from)}` : to ? `until ${formatDate(to)}` : ''
}
