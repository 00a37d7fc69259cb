import type { ComponentProps } from 'react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'

/** A secondary button; on a phone, a row of a list. */
export const ActionButton = (props: ComponentProps<typeof SecondaryButton>) => (
  <SecondaryButton
    className="button button-quiet max-sm:w-full max-sm:justify-start max-sm:gap-3.5 max-sm:rounded-none max-sm:border-line max-sm:border-b max-sm:px-0 max-sm:font-med max-sm:shadow-none"
    {...props}
  />
)
