import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { ControlProps } from '#islands/ui/Field.tsx'

interface Props extends ControlProps {
  ref: Ref<HTMLInputElement>
  name: string
  /** So that password managers fill in the right one, and keep a new one. */
  autoComplete: 'current-password' | 'new-password'
  required?: boolean
}

/** A password that can be looked at, and pasted. */
export function PasswordInput({ ref, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className="admin-password">
      <input ref={ref} type={shown ? 'text' : 'password'} maxLength={300} {...input} />
      <button
        type="button"
        className="icon-button"
        aria-pressed={shown}
        aria-label="Show the password"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
      </button>
    </div>
  )
}
