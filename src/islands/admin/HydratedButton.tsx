import type { ComponentProps } from 'react'
import { useHydrated } from '#islands/ui/useHydrated.ts'

/** A server-rendered button that is disabled until hydration. */
export const HydratedButton = (props: ComponentProps<'button'>) => (
  <button type="button" disabled={!useHydrated()} {...props} />
)
