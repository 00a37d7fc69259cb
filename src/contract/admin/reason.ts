import * as z from 'zod/mini'
import { REASON_LENGTH } from '#domain/audit.ts'

/** Why staff do something: it stays in the audit. */
export const reasonSchema = z
  .string()
  .check(z.trim(), z.minLength(REASON_LENGTH.least), z.maxLength(REASON_LENGTH.most))
