import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Attributes that connect a control with its label, hint and error. */
interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props {
  id: string
  label: string
  /** Where a heading next to the control shows it. */
  isLabelHidden?: boolean
  optional?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, hint before the control, error below it. */
export function Field({ id, label, isLabelHidden, optional, hint, error, className = '', children }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${error ? 'field-bad' : ''} ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
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
