interface Props {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

export const DayField = ({ id, label, value, onChange }: Props) => (
  <div className="field list-day">
    <label htmlFor={id}>{label}</label>
    <input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  </div>
)
