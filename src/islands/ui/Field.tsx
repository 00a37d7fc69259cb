import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a control takes over from its field, so that label, hint and error are read out with it. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props {
  id: string
  label: string
  optional?: boolean
  hint?: ReactNode
  /** The sentence under the field, once there is something to mend. */
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint before the control, error below it. */
export function Field({ id, label, optional, hint, error, className = '', children }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-bad' : ''} ${className}`}>
      <label htmlFor={id}>
        {label} {optional && <span className="optional">(optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {error && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="icon" />
          {error}
        </p>
      )}
    </div>
  )
}

interface TextProps extends Omit<Props, 'children'> {
  value: string
  maxLength: number
  onChange: (value: string) => void
}

/** A field of one line whose words are kept by who shows it. */
export const TextField = ({ value, maxLength, onChange, ...field }: TextProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
