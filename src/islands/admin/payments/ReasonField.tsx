import type { ComponentProps } from 'react'
import { TextField } from '#islands/ui/Field.tsx'

/** Why, or where somebody looked: as long as the server keeps it. */
export const ReasonField = (field: Omit<ComponentProps<typeof TextField>, 'maxLength'>) => (
  <TextField {...field} maxLength={500} />
)
