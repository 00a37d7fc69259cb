import type { ComponentProps } from 'react'

/** Opens the record of a row. */
export const RowButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="wrap-anywhere min-h-6 text-left hover:text-brick hover:underline" {...props} />
)
