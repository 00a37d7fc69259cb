import sharp from 'sharp'
import type { Output } from '#contract/endpoint.ts'
import { sendReceipt } from '#contract/receipts.ts'
import type { Started } from './payments.ts'
import { call, type Sent } from './requests.ts'

/** Draws a unique receipt. */
export const drawnReceipt = (
  text: string = crypto.randomUUID(),
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="960"><rect width="540" height="960" fill="white"/>` +
        `<text x="40" y="200" font-size="24">${text}</text>` +
        // Squares need no fonts.
        [...Buffer.from(text)]
          .map((byte, at) => `<rect x="${byte * 2}" y="${at * 12}" width="9" height="9"/>`)
          .join('') +
        '</svg>',
    ),
  )
    .toFormat(format)
    .toBuffer()

type Paying = Pick<Started, 'paymentId'> & { secret: string }

export const upload = ({ paymentId: id, secret }: Paying, file: Uint8Array, type = 'image/png'): Sent => ({
  id,
  secret,
  raw: new Uint8Array(file),
  headers: { 'content-type': type },
})

export const uploadReceipt = async (payment: Paying, text?: string): Promise<Output<typeof sendReceipt>> =>
  call(sendReceipt, upload(payment, await drawnReceipt(text)))
