import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { DateInput } from '#islands/ui/DateInput.tsx'
import type { LocationDayScreen } from '#stores/admin/desk/location-day.ts'
import { Options } from './form/fields.tsx'
import { HiddenLabelField } from './list/fields.tsx'
import { useAssignedLocations } from './useAssignedLocations.ts'

interface Props {
  /** Prefix of the fields' ids. */
  id: string
  locations: Readonly<Record<string, string>>
  location: string
  date: IsoDate | ''
  screen: LocationDayScreen
}

/** Chooses the location and the day of a screen. */
export function LocationDayFields({ id, locations, location, date, screen }: Props) {
  const assigned = useAssignedLocations(locations)
  // There is no date to change until the session has loaded.
  const disabled = date === ''
  return (
    <form
      className="flex inputs:min-h-11 flex-wrap gap-2.5 pt-4.5 pb-3 inputs:text-small max-sm:fields:grow max-sm:fields:basis-full print:hidden"
      method="dialog"
    >
      <HiddenLabelField id={`${id}-location`} label="Location">
        <select
          id={`${id}-location`}
          disabled={disabled}
          value={location}
          onChange={({ target }) => void screen.choose({ location: target.value })}
        >
          <Options labels={assigned} />
        </select>
      </HiddenLabelField>
      <div className="flex items-center gap-1 max-sm:-mx-3 max-sm:grow max-sm:basis-full">
        <IconButton icon={ChevronLeft} label="The day before" disabled={disabled} onClick={() => screen.shift(-1)} />
        <HiddenLabelField id={`${id}-date`} label="Date">
          <DateInput
            id={`${id}-date`}
            disabled={disabled}
            date={date}
            value={date}
            onChange={({ target }) => {
              const day = parseIsoDate(target.value)
              if (day) void screen.choose({ date: day })
            }}
          />
        </HiddenLabelField>
        <IconButton icon={ChevronRight} label="The day after" disabled={disabled} onClick={() => screen.shift(1)} />
      </div>
    </form>
  )
}
