import { WITHOUT_SERVER } from '#stores/edition.ts'

/** What becomes of a receipt. */
interface ReceiptWords {
  /** For who has given one by QR. */
  given: string
  payOnce: string
  uploading: string
  has: string
  reading: string
  /** Once it has been read. */
  after: string
  /** Where it could not be read, or says something else. */
  unread: string
  leave: string
  transfer: { ask: string; why: string; given: string; after: string }
}

const WITH_STAFF: ReceiptWords = {
  given: 'Your receipt is with our staff.',
  payOnce: 'Do not pay again: they look for the money in the account.',
  uploading: 'It is on its way to our staff.',
  has: 'Our staff have the receipt.',
  reading: 'Your browser reads the amount, date and transaction ID for them: you need not wait.',
  after: 'Our staff look for the money in the account and confirm your booking.',
  unread: 'Our staff have this receipt and will look at it: you need not send another.',
  leave: 'Leave it to our staff',
  transfer: {
    ask: 'Have you transferred?',
    why: 'Send us the receipt: it helps us find your money sooner.',
    given: 'Your receipt is with our staff',
    after: 'There is nothing more to do. A better picture may still be sent.',
  },
}

/** Without a server nothing is sent and nobody looks: the booking waits for whoever plays the staff in this browser. */
const WITH_NOBODY: ReceiptWords = {
  given: 'Your receipt is noted.',
  payOnce: 'This demo sent it to nobody, and no money moves: confirm the booking in the staff area of this browser.',
  uploading: 'This demo sends it to nobody: it stays in your browser.',
  has: 'The picture stays in your browser.',
  reading: 'The amount, date and transaction ID are read there: you need not wait.',
  after: 'This demo sent it to nobody. The booking waits to be confirmed in the staff area of this browser.',
  unread:
    'Nothing was sent and the picture is not kept. The booking waits all the same, to be confirmed in the staff area of this browser.',
  leave: 'Go on without it',
  transfer: {
    ask: 'Try sending a receipt',
    why: 'This demo sends it to nobody: your browser reads it and keeps what it says, not the picture.',
    given: 'Your receipt is noted',
    after: 'There is nothing more to do. Another picture may still be tried.',
  },
}

/** Known to the build: each edition's script has its own words alone. */
export const RECEIPT_WORDS = WITHOUT_SERVER ? WITH_NOBODY : WITH_STAFF
