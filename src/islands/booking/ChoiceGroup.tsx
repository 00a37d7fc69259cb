import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  /** The id of the first radio button that can be chosen. */
  id: 'locationId' | 'planId'
  legend: ReactNode
  hint?: ReactNode
  error: string | undefined
  className?: string
  children: ReactNode
}

/** Radio buttons with one error. */
export const ChoiceGroup = ({ id, legend, hint, error, className = '', children }: Props) => (
  <fieldset
    className={`booking-choices data-invalid:-ml-4 data-invalid:border-danger data-invalid:border-l-3 data-invalid:pl-3.25 ${className}`}
    data-invalid={error && ''}
    aria-describedby={error && `${id}-error`}
  >
    {legend}
    {hint}
    {error && (
      <p className="error mb-3" id={`${id}-error`}>
        <CircleAlert className="icon" />
        {error}
      </p>
    )}
    {children}
  </fieldset>
)
