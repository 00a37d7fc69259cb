import { usePreHydrationValue } from '../usePreHydrationValue.ts'

interface Props {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

export const DateField = ({ id, label, value, onChange }: Props) => {
  const input = usePreHydrationValue<HTMLInputElement>(value, onChange)
  return (
    <div className="field list-day">
      <label htmlFor={id}>{label}</label>
      <input ref={input} id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
