import type { ComponentProps } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'

/** Not in `islands/ui`: every page would load its style, because the assistant uses the buttons there. */
export const DangerButton = (props: ComponentProps<typeof SmallButton>) => (
  <SmallButton className="button button-danger button-small" {...props} />
)
