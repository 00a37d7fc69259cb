import type { QrState } from '#domain/receipt/receipt.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'

const SERVER_COPY = {
  /** Shown in every state of the payment while staff check a receipt. */
  underReview: 'We have your receipt. Please don’t pay again.',
  /** Before the upload. */
  next: 'Our staff then look for your payment in the account and email you when your booking is confirmed.',
  uploading: 'We are sending it to our staff.',
  received: 'Our staff have the receipt.',
  reading: 'Your browser reads the amount, date and transaction ID for them. You do not need to wait.',
  after: 'Our staff look for your payment in the account and confirm your booking.',
  /** Shown under a transaction ID that was read automatically and may be wrong. */
  machineRead: 'Read from your image: check that it is correct. Our staff compare it with the image.',
  unreadable: 'Our staff check this receipt. You do not need to send another.',
  leave: 'Let our staff check it',
  retryHeading: 'Send a clearer image',
  transfer: {
    heading: 'Have you made the transfer?',
    hint: 'Send us the receipt: it helps us find your payment sooner.',
    after: 'You do not need to do anything else. If your image is hard to read, you can send another.',
  },
}

/** In the browser edition the user also confirms payments, as staff. */
const BROWSER_COPY: typeof SERVER_COPY = {
  underReview: 'Your receipt is noted. Please don’t pay again.',
  next: 'You can then confirm the booking in the staff area of this browser.',
  uploading: 'This demo does not send it: it stays in your browser.',
  received: 'The image stays in your browser.',
  reading: 'The amount, date and transaction ID are read there. You do not need to wait.',
  after: 'This demo did not send it. You can confirm the booking in the staff area of this browser.',
  machineRead: 'Read from your image: check that it is correct.',
  unreadable:
    'Nothing was sent and the image is not stored. You can still confirm the booking in the staff area of this browser.',
  leave: 'Continue without it',
  retryHeading: 'Try another image',
  transfer: {
    heading: 'Try sending a receipt',
    hint: 'This demo does not send it: your browser reads it and stores the text, not the image.',
    after: 'You do not need to do anything else.',
  },
}

/** A build constant, so that each edition's script has only its own texts. */
export const RECEIPT_COPY = WITHOUT_SERVER ? BROWSER_COPY : SERVER_COPY

export const getReceiptHeading = (state: QrState): string =>
  state === 'pending' ? RECEIPT_COPY.retryHeading : 'Your receipt'
