import { previewMailing, sendMailing, undoMailing } from '#contract/admin/mailings.ts'
import { createMailing } from '#server/desk/mailings.ts'
import type { TestApp } from '../../support/app.ts'
import { mailingOf } from '../../support/mailings.ts'
import { granted, newKey } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(previewMailing, mailing),
  validCall(sendMailing, mailing),
  validCall(undoMailing, async (app) => {
    const { body } = await mailing(app)
    const { mailingId } = granted(await createMailing(app, await staffMember(app, 'manager'), body, newKey()))
    return { id: mailingId }
  }),
]

async function mailing(app: TestApp) {
  await paidBooking(app)
  return { body: mailingOf() }
}
