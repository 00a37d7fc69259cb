import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import { listEmails, retryEmail, sendTestEmail } from '#contract/admin/emails.ts'
import { exportAuditLog } from '#contract/admin/exports.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage, removeSubscriber } from '#contract/admin/messages.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { saveMessage } from '#server/messages/contact.ts'
import { saveSubscriber } from '#server/messages/newsletter.ts'
import { rows, type TestApp } from '../../support/app.ts'
import { member } from '../../support/memberships.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

async function someMessage(app: TestApp): Promise<string> {
  const text = 'Is there parking for bicycles?'
  await saveMessage(app, { name: 'Nisha', email: 'nisha@example.com', phone: undefined, locationId: 'kausimaa', text })
  return (await rows(app.db.read, 'messages'))[0]?.id ?? ''
}

/** An email that the mail server did not accept. */
async function failedEmail(app: TestApp): Promise<string> {
  await someMessage(app)
  app.mailer = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25'))
  await sendDueEmails(app)
  app.bugs.length = 0
  return (await rows(app.db.read, 'emails'))[0]?.id ?? ''
}

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(listEmails, exportAuditLog, listAuditEntries),
  validCall(listMemberships, async (app) => ({ id: (await member(app)).id })),
  validCall(readMembership, async (app) => ({ id: (await member(app)).id })),
  // Changes nothing, so that the same call succeeds again.
  validCall(changeMembership, async (app) => ({
    id: (await member(app)).id,
    body: { version: 1, status: 'active', notes: '' },
  })),
  validCall(listMessages, async (app) => ({ id: await someMessage(app) })),
  validCall(markMessage, async (app) => ({ id: await someMessage(app), body: { done: true } })),
  validCall(sendTestEmail, { body: {} }),
  validCall(retryEmail, async (app) => ({ id: await failedEmail(app), body: { attempts: 1 } })),
  validCall(removeSubscriber, async (app) => {
    await saveSubscriber(app, 'news@example.com')
    return { body: { email: 'news@example.com' } }
  }),
  validCall(checkAuditLog, { body: {} }),
]
