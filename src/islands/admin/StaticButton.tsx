import type { ComponentProps } from 'react'
import { useAwake } from '#islands/ui/useAwake.ts'

/** A button that stands in the page before its script: it can be pressed once somebody listens. */
export const StaticButton = (props: ComponentProps<'button'>) => (
  <button type="button" disabled={!useAwake()} {...props} />
)
