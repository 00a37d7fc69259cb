import type { ExpressionBuilder } from 'kysely'
import { getCopyMark } from '#domain/bill.ts'
import { instant } from '../db/instant.ts'
import type { Tables } from '../db/schema.ts'
import type { BillAttachments } from '../mail/bill-attachments.ts'
import type { EmailAttachment } from '../mail/mailer.ts'
import { parseBill } from './bill.ts'
import { insertCopy } from './copies.ts'

export const billAttachments: BillAttachments = {
  async choose(db, { id, bookingId, bills }, now) {
    const chosen = await db.selectFrom('bill_copies').select('number').where('email_id', '=', id).executeTakeFirst()
    if (chosen) return
    const documents = db.selectFrom('bills').select('number').where('booking_id', '=', bookingId)
    for (const { number } of await (bills === 'all' ? documents : documents.where(isNotEmailed)).execute())
      await insertCopy(db, {
        number,
        medium: 'email',
        email_id: id,
        made_by: null,
        idempotency_key: null,
        created_at: instant(now),
      })
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
