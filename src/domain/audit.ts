/** Everything that staff, or the product by itself, do to what staff look after; the words that the audit shows. */
export const AUDIT_ACTIONS = {
  refund_requested: 'Asked for a refund',
  refund_recorded: 'Recorded a refund',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof AUDIT_ACTIONS

export const AUDIT_SUBJECTS = ['booking', 'payment', 'membership', 'prices', 'message', 'staff', 'site'] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** The fields that differ, as they were and as they are; what is the same is left out. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.filter((name) => name in values).map((name) => [name, values[name]]))
  return { before: only(before), after: only(after) }
}
