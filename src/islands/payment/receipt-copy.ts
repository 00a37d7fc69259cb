import type { QrState } from '#domain/receipt/receipt.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'

/** What becomes of a receipt. */
interface ReceiptCopy {
  /** Shown in every state of the payment while staff check a receipt. */
  given: string
  uploading: string
  has: string
  reading: string
  /** Once it has been read. */
  after: string
  /** Under a transaction ID that the reader made out, which may be wrong in a letter. */
  readByMachine: string
  /** Where it was not read as the right payment. */
  unread: string
  leave: string
  another: string
  transfer: { ask: string; why: string; after: string }
}

const SERVER_COPY: ReceiptCopy = {
  given: 'We have your receipt. Please don’t pay again.',
  uploading: 'It is on its way to our staff.',
  has: 'Our staff have the receipt.',
  reading: 'Your browser reads the amount, date and transaction ID for them: you need not wait.',
  after: 'Our staff look for the money in the account and confirm your booking.',
  readByMachine: 'Read from your picture: check it. Our staff compare it with the picture.',
  unread: 'Our staff check this receipt. You do not need to send another.',
  leave: 'Leave it to our staff',
  another: 'Send a clearer picture',
  transfer: {
    ask: 'Have you transferred?',
    why: 'Send us the receipt: it helps us find your money sooner.',
    after: 'You do not need to do anything else. If your picture is hard to read, you can send another.',
  },
}

/** Without a server nothing is sent and nobody looks: the booking waits for whoever plays the staff in this browser. */
const BROWSER_COPY: ReceiptCopy = {
  given: 'Your receipt is noted. Please don’t pay again.',
  uploading: 'This demo sends it to nobody: it stays in your browser.',
  has: 'The picture stays in your browser.',
  reading: 'The amount, date and transaction ID are read there: you need not wait.',
  after: 'This demo sent it to nobody. The booking waits to be confirmed in the staff area of this browser.',
  readByMachine: 'Read from your picture: check it.',
  unread:
    'Nothing was sent and the picture is not kept. The booking waits all the same, to be confirmed in the staff area of this browser.',
  leave: 'Go on without it',
  another: 'Try another picture',
  transfer: {
    ask: 'Try sending a receipt',
    why: 'This demo sends it to nobody: your browser reads it and keeps what it says, not the picture.',
    after: 'You do not need to do anything else.',
  },
}

/** Known to the build: each edition's script has its own words alone. */
export const RECEIPT_COPY = WITHOUT_SERVER ? BROWSER_COPY : SERVER_COPY

/** Over the upload, once staff have a receipt. */
export const getReceiptHeading = (state: QrState): string =>
  state === 'pending' ? RECEIPT_COPY.another : 'Your receipt'
