import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, REASON_LENGTH } from '#domain/audit.ts'
import { staffEndpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

const actions = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

/** The reason that staff give for an action. */
export const reasonSchema = z.string().check(z.trim(), z.minLength(REASON_LENGTH.min), z.maxLength(REASON_LENGTH.max))

export const auditEntrySchema = z.object({
  /** Consecutive, from 1. */
  position: z.int(),
  at: z.string(),
  /** The email address of the account; `null` for the system. */
  by: z.nullable(z.string()),
  action: z.enum(actions),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.string(),
  /** The display name of the subject. */
  label: z.nullable(z.string()),
  /** Only the changed fields. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntrySchema>

const chainCheckSchema = z.object({
  checked: z.int(),
  /** The first entry that was changed or removed outside the application; `null` if the log is intact. */
  brokenAt: z.nullable(z.int()),
  at: z.string(),
})
export type ChainCheck = z.output<typeof chainCheckSchema>

/** Dates are Kathmandu days, both inclusive. */
export const auditFilter = {
  /** The email address of an account; `-` for the system. */
  by: z.optional(z.string().check(z.maxLength(300))),
  action: z.optional(z.enum(actions)),
  subject: z.optional(z.enum(AUDIT_SUBJECTS)),
  on: z.optional(z.string().check(z.maxLength(200))),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
}

/** Lists entries newest first. No endpoint changes or removes an entry. */
export const listAuditEntries = staffEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  role: 'manager',
  input: z.object({ ...auditFilter, cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  output: z.object({
    items: z.array(auditEntrySchema),
    ...pageSchema,
    /** Email addresses of all accounts, for the filter. */
    people: z.array(z.string()),
    /** The last check of the whole log; `null` before the first. */
    chain: z.nullable(chainCheckSchema),
  }),
  failures: ['invalid'],
})

/** Checks the hash chain of the whole log. */
export const checkAuditLog = staffEndpoint({
  method: 'POST',
  path: '/api/admin/audit',
  role: 'manager',
  output: chainCheckSchema,
})
