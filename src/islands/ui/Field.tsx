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
