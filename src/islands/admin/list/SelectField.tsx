import { usePreHydrationValue } from '../usePreHydrationValue.ts'

interface Props {
  id: string
  label: string
  /** What is chosen where nothing is looked for. */
  all: string
  options: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

export const SelectField = ({ id, label, all, options, value, onChange }: Props) => {
  const select = usePreHydrationValue<HTMLSelectElement>(value, onChange)
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select ref={select} id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {Object.entries(options).map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
