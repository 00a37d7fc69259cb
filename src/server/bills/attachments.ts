import type { ExpressionBuilder } from 'kysely'
import { getCopyMark } from '#domain/bill.ts'
import type { Queries } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { Tables } from '../db/schema.ts'
import type { BillAttachments, BillEmail } from '../mail/bill-attachments.ts'
import type { EmailAttachment } from '../mail/mailer.ts'
import { parseBill } from './bill.ts'
import { insertCopy } from './copies.ts'

export const billAttachments: BillAttachments = {
  async choose(db, email, now) {
    const chosen = await db
      .selectFrom('bill_copies')
      .select('number')
      .where('email_id', '=', email.id)
      .executeTakeFirst()
    if (chosen) return
    const documents = await selectDocuments(db, email).execute()
    const numbers = documents.map(({ number }) => number)
    await attachToEmail(db, email.id, numbers, now)
  },

  async render(db, emailId) {
    const copies = await db
      .selectFrom('bill_copies')
      .innerJoin('bills', 'bills.number', 'bill_copies.number')
      .select(['bills.number', 'bills.document', 'bill_copies.copy'])
      .where('bill_copies.email_id', '=', emailId)
      .orderBy('bills.issued_at')
      // Bills before their notes.
      .orderBy('bills.type', 'desc')
      .orderBy('bills.number')
      .execute()
    if (copies.length === 0) return []
    // Loaded with the first bill, because most commands send none.
    const { renderBill } = await import('./pdf/render-bill.ts')
    const files: EmailAttachment[] = []
    for (const { number, document, copy } of copies) {
      const pdf = await renderBill(parseBill({ document }), getCopyMark(copy))
      files.push({ filename: `${number}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf) })
    }
    return files
  },
}

/** What was issued after the next such email was queued is left to that one. */
function selectDocuments(db: Queries, { bookingId, bills, createdAt }: BillEmail) {
  const documents = db.selectFrom('bills').select('number').where('booking_id', '=', bookingId)
  if (bills === 'all') return documents
  return documents
    .where(isNotEmailed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('emails')
            .select('id')
            .where('emails.booking_id', '=', bookingId)
            .where('emails.bills', '=', 'new')
            .where('attempts', '=', 0)
            .where(hasNoBills)
            .where('created_at', '>', createdAt)
            .whereRef('created_at', '<=', 'bills.issued_at'),
        ),
      ),
    )
}

/** The caller holds the lock of the booking. */
export async function attachToEmail(
  db: Queries,
  emailId: string,
  numbers: readonly string[],
  now: number,
): Promise<void> {
  for (const number of numbers)
    await insertCopy(db, {
      number,
      medium: 'email',
      email_id: emailId,
      made_by: null,
      idempotency_key: null,
      created_at: instant(now),
    })
}

/** The documents of an email are chosen once. */
export const hasNoBills = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'emails'>) =>
  not(exists(selectFrom('bill_copies').select('copy').whereRef('bill_copies.email_id', '=', 'emails.id')))

/** Also true if it was only printed or downloaded. */
export const isNotEmailed = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'bills'>) =>
  not(
    exists(
      selectFrom('bill_copies')
        .select('copy')
        .whereRef('bill_copies.number', '=', 'bills.number')
        .where('medium', '=', 'email'),
    ),
  )
