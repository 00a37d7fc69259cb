import type { ComponentProps } from 'react'
import { REASON_LENGTH } from '#domain/audit.ts'
import { TextField } from './fields.tsx'

export const ReasonField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} maxLength={REASON_LENGTH.max} />
)
