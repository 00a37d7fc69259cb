import type { ComponentProps } from 'react'
import { useHydrated } from '#islands/ui/useHydrated.ts'

/** A button that stands in the page before its script: it can be pressed once somebody listens. */
export const HydratedButton = (props: ComponentProps<'button'>) => (
  <button type="button" disabled={!useHydrated()} {...props} />
)
