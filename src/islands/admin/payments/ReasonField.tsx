import type { ComponentProps } from 'react'
import { REASON_LENGTH } from '#domain/audit.ts'
import { TextField } from '#islands/ui/Field.tsx'

/** Why, or where somebody looked: as long as the server keeps it. */
export const ReasonField = (field: Omit<ComponentProps<typeof TextField>, 'maxLength'>) => (
  <TextField {...field} maxLength={REASON_LENGTH.most} />
)
