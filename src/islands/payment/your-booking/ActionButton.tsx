import type { ComponentProps } from 'react'
import { SecondaryButton } from '#islands/ui/buttons.tsx'

/** A row of the list of actions. */
export const ACTION_ROW =
  'button button-quiet w-full justify-start gap-3.5 rounded-none border-line border-b px-0 text-left font-med shadow-none hover:bg-transparent hover:text-brick'

/** A form that replaces the list. */
export const ACTION_FORM = 'col-span-full grid w-full scroll-my-18 gap-4'

export const ActionButton = (props: ComponentProps<typeof SecondaryButton>) => (
  <SecondaryButton className={ACTION_ROW} {...props} />
)
