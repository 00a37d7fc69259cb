import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateInput } from '#islands/ui/DateInput.tsx'
import { Options } from '../form/fields.tsx'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { usePreHydrationValue } from '../usePreHydrationValue.ts'

type Labels = Readonly<Record<string, string>>
type HiddenLabelProps = Pick<FieldProps, 'id' | 'label'> & { className?: string; children: ReactNode }

interface FieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}
/** A control whose label only screen readers read. */
export const HiddenLabelField = ({ id, label, className = 'field', children }: HiddenLabelProps) => (
  <div className={className}>
    <label className="visually-hidden" htmlFor={id}>
      {label}
    </label>
    {children}
  </div>
)

export const DateFilter = ({ id, label, value, onChange }: FieldProps) => {
  const input = usePreHydrationValue<HTMLInputElement>(value, onChange)
  return (
    <div className="field grid-cols-date items-center max-sm:grid-cols-date-phone" data-date>
      <label className="font-med text-ink-3" htmlFor={id}>
        {label}
      </label>
      <DateInput
        ref={input}
        id={id}
        date={value}
        empty="Any"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface SearchProps extends FieldProps {
  placeholder: string
  widthClass?: string | undefined
}

export function SearchFilter({ id, label, placeholder, widthClass = 'basis-55', value, onChange }: SearchProps) {
  const input = usePreHydrationValue<HTMLInputElement>(value, onChange)
  return (
    <HiddenLabelField id={id} label={label} className={`field relative grow ${widthClass}`}>
      <Search className="icon pointer-events-none absolute top-3 left-3 text-ink-3" aria-hidden="true" />
      <input
        ref={input}
        id={id}
        className="pl-10 placeholder-shown:text-ellipsis"
        type="search"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </HiddenLabelField>
  )
}

interface SelectProps extends FieldProps {
  /** The label of the empty value. */
  all: string
  options: Labels
  widthClass?: string | undefined
}

/** In `Filters`, selects are equally wide; beside dates, there are many fields in one row. */
const SELECT_WIDTH =
  'sm:group-not-has-data-date/filters:basis-37 sm:group-has-data-date/filters:grow sm:group-has-data-date/filters:basis-32'

export const SelectFilter = (props: SelectProps) => {
  const { id, label, all, options, widthClass = SELECT_WIDTH, value, onChange } = props
  const select = usePreHydrationValue<HTMLSelectElement>(value, onChange)
  return (
    <HiddenLabelField id={id} label={label} className={`field ${widthClass}`}>
      <select ref={select} id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        <Options labels={options} />
      </select>
    </HiddenLabelField>
  )
}

type LocationProps = Pick<SelectProps, 'id' | 'widthClass' | 'value' | 'onChange'> & { locations: Labels }

/** Hidden for a single assigned location; another location is offered only while it is selected. */
export function LocationFilter({ locations, ...field }: LocationProps) {
  const { value } = field
  const assigned = useAssignedLocations(locations)
  const isForeign = value !== '' && assigned[value] === undefined
  if (!isForeign && Object.keys(assigned).length < 2) return null
  const options = isForeign ? { ...assigned, [value]: locations[value] ?? value } : assigned
  return <SelectFilter {...field} label="Location" all="All locations" options={options} />
}

/** As high as the fields beside it: its choices cover its border. */
export const VIEW_SWITCH =
  'segment flex-wrap p-0 *:not-first:-m-px *:not-first:whitespace-nowrap *:not-first:px-3.5 *:not-first:grow max-sm:grow'

/** `id` is the name of the radio group. */
export const ViewSwitch = ({ id, label, views, value, onChange }: FieldProps & { views: Labels }) => {
  const selected = usePreHydrationValue<HTMLFieldSetElement>(value, onChange)
  return (
    <fieldset ref={selected} className={VIEW_SWITCH}>
      <legend className="visually-hidden">{label}</legend>
      {Object.entries(views).map(([view, text]) => (
        <label key={view}>
          <input type="radio" name={id} value={view} checked={value === view} onChange={() => onChange(view)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
