import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import { listEmails, retryEmail, sendTestEmail } from '#contract/admin/emails.ts'
import { exportAuditLog } from '#contract/admin/exports.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage } from '#contract/admin/messages.ts'
import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { sendDueEmails } from '#server/mail/outbox.ts'
import { saveMessage } from '#server/messages/contact.ts'
import { saveSubscriber } from '#server/messages/newsletter.ts'
import { rows, type TestApp } from '../../support/app.ts'
import { owner } from '../../support/desk.ts'
import { member } from '../../support/members.ts'
import type { Good } from './good.ts'

async function someMembership(app: TestApp): Promise<string> {
  return (await member(app)).id
}

async function someMessage(app: TestApp): Promise<string> {
  const text = 'Is there parking for bicycles?'
  await saveMessage(app, { name: 'Nisha', email: 'nisha@example.com', phone: undefined, locationId: 'kausimaa', text })
  return (await rows(app.db.read, 'messages'))[0]?.id ?? ''
}

/** A mail that the mail server did not accept. */
async function failedMail(app: TestApp): Promise<string> {
  await someMessage(app)
  app.mailer = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25'))
  await sendDueEmails(app)
  app.bugs.length = 0
  return (await rows(app.db.read, 'mails'))[0]?.id ?? ''
}

export const GOOD: readonly Good[] = [
  ...[listMemberships, readMembership].map(
    (contract): Good => [contract, async (app) => ({ id: await someMembership(app), ...(await owner(app)).sent })],
  ),
  [
    changeMembership,
    // A deed that is done already is done: the same call again is answered as the first.
    async (app) => ({
      id: await someMembership(app),
      body: { version: 1, status: 'active', notes: '' },
      ...(await owner(app)).sent,
    }),
  ],
  [listMessages, async (app) => ({ id: await someMessage(app), ...(await owner(app)).sent })],
  [markMessage, async (app) => ({ id: await someMessage(app), body: { done: true }, ...(await owner(app)).sent })],
  [listEmails, async (app) => (await owner(app)).sent],
  [sendTestEmail, async (app) => ({ body: {}, ...(await owner(app)).sent })],
  [retryEmail, async (app) => ({ id: await failedMail(app), body: { attempts: 1 }, ...(await owner(app)).sent })],
  [
    removeSubscriber,
    async (app) => {
      await saveSubscriber(app, 'news@example.com')
      return { body: { email: 'news@example.com' }, ...(await owner(app)).sent }
    },
  ],
  [exportAuditLog, async (app) => (await owner(app)).sent],
  [listAuditEntries, async (app) => (await owner(app)).sent],
  [checkAuditLog, async (app) => ({ body: {}, ...(await owner(app)).sent })],
]
