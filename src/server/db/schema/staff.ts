import type { AuditAction, AuditSubject } from '#domain/audit.ts'
import type { Role, SessionEndReason, StaffEventKind } from '#domain/staff.ts'
import type { Instant } from '../instant.ts'

export interface StaffTables {
  staff: {
    id: string
    email: string
    name: string
    password_hash: string
    role: Role
    /** JSON list of location ids; null is every location. */
    workplaces: string | null
    created_at: Instant
    seen_at: Instant | null
    disabled_at: Instant | null
    version: number
  }
  sessions: {
    token_hash: string
    /** Public id for the list of sessions. */
    id: string
    staff_id: string
    /** `Firefox on Windows` */
    device: string
    created_at: Instant
    seen_at: Instant
    password_entered_at: Instant
    expires_at: Instant
  }
  /** Why a session ended early, for the next request with its token. */
  session_ends: { token_hash: string; reason: SessionEndReason; created_at: Instant }
  /** `confirmed_at` is null until the first correct code. */
  two_factors: {
    staff_id: string
    /** Encrypted (`secrets.ts`). */
    secret: string
    /** Time step of the last accepted code, which is accepted once. */
    last_step: number
    confirmed_at: Instant | null
  }
  backup_codes: { staff_id: string; code_hash: string }
  /** Unused links, one per email address. */
  invitations: {
    id: string
    token_hash: string
    email: string
    role: Role
    workplaces: string | null
    /** The account whose password it resets; null creates an account. */
    staff_id: string | null
    created_at: Instant
    expires_at: Instant
  }
  login_attempts: { key: string; failures: number; blocked_until: Instant | null; updated_at: Instant }
  staff_events: { id: string; kind: StaffEventKind; subject_id: string; created_at: Instant }
  /** Written only by `recordAuditEntry`; `before` and `after` are JSON. */
  audit: {
    id: string
    /** From 1 without gaps. */
    position: number
    staff_id: string | null
    /** Email of the staff member at that time, or `customer`; null is the system. */
    actor: string | null
    action: AuditAction
    subject: AuditSubject
    subject_id: string
    label: string | null
    before: string | null
    after: string | null
    reason: string | null
    /** Hash of this row and the previous digest. */
    digest: string
    created_at: Instant
  }
}
