import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
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
    <div className="field list-day">
      <label htmlFor={id}>{label}</label>
      <input ref={input} id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

export function SearchFilter({ id, label, placeholder, value, onChange }: FieldProps & { placeholder: string }) {
  const input = usePreHydrationValue<HTMLInputElement>(value, onChange)
  return (
    <HiddenLabelField id={id} label={label} className="field admin-search">
      <Search className="icon" aria-hidden="true" />
      <input
        ref={input}
        id={id}
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

/** `all` is the label of the empty value. */
export const SelectFilter = (props: FieldProps & { all: string; options: Labels }) => {
  const { id, label, all, options, value, onChange } = props
  const select = usePreHydrationValue<HTMLSelectElement>(value, onChange)
  return (
    <HiddenLabelField id={id} label={label}>
      <select ref={select} id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        <Options labels={options} />
      </select>
    </HiddenLabelField>
  )
}

/** Hidden for a single assigned location; another location is offered only while it is selected. */
export function LocationFilter({ locations, ...field }: Omit<FieldProps, 'label'> & { locations: Labels }) {
  const { value } = field
  const assigned = useAssignedLocations(locations)
  const isForeign = value !== '' && assigned[value] === undefined
  if (!isForeign && Object.keys(assigned).length < 2) return null
  const options = isForeign ? { ...assigned, [value]: locations[value] ?? value } : assigned
  return <SelectFilter {...field} label="Location" all="All locations" options={options} />
}

/** `id` is the name of the radio group. */
export const ViewSwitch = (props: FieldProps & { views: Labels; className?: string }) => {
  const { id, className = 'segment list-views', label, views, value, onChange } = props
  const selected = usePreHydrationValue<HTMLFieldSetElement>(value, onChange)
  return (
    <fieldset ref={selected} className={className}>
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
