import { Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { IconButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import type { FieldProps } from './fields.tsx'

interface Props extends FieldProps {
  ref: Ref<HTMLInputElement>
  name: string
  /** Tells password managers whether to fill in or to save. */
  autoComplete: 'current-password' | 'new-password'
  required?: boolean
}

export function PasswordField({ ref, name, autoComplete, required, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={ref}
            className="pr-13"
            type={isShown ? 'text' : 'password'}
            maxLength={300}
            name={name}
            autoComplete={autoComplete}
            required={required}
          />
          <IconButton
            className="icon-button absolute top-1 right-1"
            icon={isShown ? EyeOff : Eye}
            aria-pressed={isShown}
            aria-label="Show the password"
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
