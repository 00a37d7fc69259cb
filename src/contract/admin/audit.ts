import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction } from '#domain/audit.ts'
import { endpoint } from '../endpoint.ts'
import { pageSchema } from '../paging.ts'

const actions = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]

export const auditEntrySchema = z.object({
  /** From 1 on, without a gap. */
  position: z.int(),
  at: z.string(),
  /** The address by which they signed in; null is the product by itself. */
  by: z.nullable(z.string()),
  action: z.enum(actions),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.string(),
  /** What a person calls the subject. */
  label: z.nullable(z.string()),
  /** The fields that changed, as they were and as they are. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntrySchema>

const chainCheckSchema = z.object({
  /** Entries that were looked at, all from the first on. */
  checked: z.int(),
  /** The first entry that was changed or taken out behind the product's back; null where all hang together. */
  brokenAt: z.nullable(z.int()),
  at: z.string(),
})
export type ChainCheck = z.output<typeof chainCheckSchema>

/** What is looked for; dates are days of Kathmandu, both inclusive. */
export const auditFilter = {
  /** A staff account's address; `-` is the product by itself. */
  by: z.optional(z.string().check(z.maxLength(300))),
  action: z.optional(z.enum(actions)),
  subject: z.optional(z.enum(AUDIT_SUBJECTS)),
  /** The id of one subject. */
  on: z.optional(z.string().check(z.maxLength(200))),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
}

/** Newest first. No call changes or removes an entry. */
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'staff',
  role: 'manager',
  input: z.object({ ...auditFilter, cursor: z.optional(z.string()), limit: z.optional(z.string()) }),
  output: z.object({
    items: z.array(auditEntrySchema),
    ...pageSchema,
    /** The addresses of all accounts, for the filter. */
    people: z.array(z.string()),
    /** The last check of the whole audit; null before the first. */
    chain: z.nullable(chainCheckSchema),
  }),
  failures: ['invalid'],
})

/** Looks through the whole audit now, whether each entry still follows from the one before it. */
export const checkAuditLog = endpoint({
  method: 'POST',
  path: '/api/admin/audit',
  access: 'staff',
  role: 'manager',
  input: z.object({}),
  output: chainCheckSchema,
  failures: [],
})
