import { Search } from 'lucide-react'

interface Props {
  id: string
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ id, label, placeholder, value, onChange }: Props) => (
  <div className="field admin-search">
    <label className="visually-hidden" htmlFor={id}>
      {label}
    </label>
    <Search className="icon" aria-hidden="true" />
    <input
      id={id}
      type="search"
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
