import { useAssignedLocations } from '../useAssignedLocations.ts'
import { SelectField } from './SelectField.tsx'

interface Props {
  id: string
  locations: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

/** One's own locations to choose from, where there are several; another one only as long as the address names it. */
export function LocationField({ id, locations, value, onChange }: Props) {
  const own = useAssignedLocations(locations)
  const isForeign = value !== '' && own[value] === undefined
  if (!isForeign && Object.keys(own).length < 2) return null
  const options = isForeign ? { ...own, [value]: locations[value] ?? value } : own
  return (
    <SelectField id={id} label="Location" all="All locations" options={options} value={value} onChange={onChange} />
  )
}
