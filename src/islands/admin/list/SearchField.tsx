import { Search } from 'lucide-react'
import { usePreHydrationValue } from '../usePreHydrationValue.ts'

interface Props {
  id: string
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

export function SearchField({ id, label, placeholder, value, onChange }: Props) {
  const input = usePreHydrationValue<HTMLInputElement>(value, onChange)
  return (
    <div className="field admin-search">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
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
    </div>
  )
}
