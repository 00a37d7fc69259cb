import { usePreHydrationValue } from '../usePreHydrationValue.ts'

interface Props {
  name: string
  label: string
  /** Names of the views by their value, in their order. */
  views: Readonly<Record<string, string>>
  value: string
  onChange: (value: string) => void
}

/** A few views of one list beside each other. */
export const ViewSwitch = ({ name, label, views, value, onChange }: Props) => {
  const chosen = usePreHydrationValue<HTMLFieldSetElement>(value, onChange)
  return (
    <fieldset ref={chosen} className="segment list-views">
      <legend className="visually-hidden">{label}</legend>
      {Object.entries(views).map(([view, text]) => (
        <label key={view}>
          <input type="radio" name={name} value={view} checked={value === view} onChange={() => onChange(view)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
