import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'

interface Props {
  id: string
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** The field stands in the page before its script: what was typed until then counts. */
export function SearchField({ id, label, placeholder, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const typed = input.current?.value
    if (typed && typed !== value) onChange(typed)
  }, [])
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
