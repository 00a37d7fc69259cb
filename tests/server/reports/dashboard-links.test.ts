/** @module-tag long */
import { describe, expect, test } from 'vitest'
import type { REVIEW_GROUP_IDS } from '#domain/payment-review.ts'
import type { Role } from '#domain/staff.ts'
import { seedFortnight } from '#server/commands/seed/fortnight.ts'
import { readList } from '#server/desk/closures.ts'
import { readMemberships } from '#server/memberships/list.ts'
import { readMessages } from '#server/messages/list.ts'
import { readReviewQueue } from '#server/payments/review-queue.ts'
import { loadToday } from '#server/reports/today.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { useApp } from '../../support/app.ts'
import { ENGINES } from '../../support/engines.ts'
import { granted } from '../../support/orders.ts'
import { STAFF } from '../../support/staff.ts'
import { staffMember } from '../../support/staff-member.ts'

const ROLES: readonly [Role, ('kausimaa' | 'dhobighat-hub')[] | null][] = [
  ['owner', null],
  ['manager', null],
  ['desk', null],
  ['desk', ['kausimaa']],
  ['desk', ['dhobighat-hub']],
]

describe.each(ENGINES)('the dashboard on %s', (engine) => {
  const app = useApp(engine, { env: { STAFF_EMAIL: STAFF.email, STAFF_PASSWORD: STAFF.password } })

  /** Returns the length of the list that each tile opens. */
  async function lists(staff: Staff) {
    const queue = async (group: (typeof REVIEW_GROUP_IDS)[number]) =>
      granted(await readReviewQueue(app, staff, { group })).items.length
    return {
      verification: await queue('verify'),
      decisions: await queue('decision'),
      unclear: await queue('unclear'),
      refundsDue: await queue('refund'),
      memberships: granted(await readMemberships(app, staff, { status: 'ending', limit: '100' })).items.length,
      messages: granted(await readMessages(app, { state: 'open', limit: '100' })).items.length,
      closedDayBookings: granted(await readList(app)).affected.length,
    }
  }

  test('shows on each tile the length of the list that it opens, for every role', async () => {
    await seedFortnight(app, app.clock.set)
    for (const [role, workplaces] of ROLES) {
      const staff = await staffMember(app, role, workplaces)
      const { waiting } = granted(await loadToday(app, staff))
      const { messages, closedDayBookings, ...others } = await lists(staff)
      expect({ role, workplaces, ...waiting, verification: waiting.verification.count }).toEqual({
        role,
        workplaces,
        ...others,
        messages: role === 'desk' ? null : messages,
        closedDayBookings: role === 'desk' ? null : closedDayBookings,
      })
      const { items, counts } = granted(await readReviewQueue(app, staff))
      expect(counts).toEqual({
        all: items.length,
        verify: others.verification,
        decision: others.decisions,
        unclear: others.unclear,
        refund: others.refundsDue,
      })
      if (!workplaces) for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
    }
  })
})
