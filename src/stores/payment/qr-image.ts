import { npr, type Paisa } from '#domain/money.ts'
import { encodeQrCode } from './qr-code.ts'
import type { QrDetails } from './screen.ts'

const WIDTH = 1_080
const MARGIN = 60
const ROW = 128

/** Draws the code and the payment details as a PNG. Rejects if the browser has no canvas. */
export async function drawQrImage(amount: Paisa, { code, accountName, bankName, reference }: QrDetails): Promise<File> {
  const { size, data } = await encodeQrCode(code)
  const pixels = Math.floor((WIDTH - 2 * MARGIN) / size)
  const side = pixels * size
  const rows = [
    ['Amount', npr(amount)],
    ['Payee', accountName],
    ['Bank', bankName],
    ['Remark', reference],
  ] as const
  const canvas = Object.assign(document.createElement('canvas'), {
    width: WIDTH,
    height: 2 * MARGIN + side + rows.length * ROW,
  })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  const left = Math.floor((WIDTH - side) / 2)
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries())
      if (dark) context.fillRect(left + x * pixels, MARGIN + y * pixels, pixels, pixels)
  const family = getComputedStyle(document.body).fontFamily
  for (const [index, [label, value]] of rows.entries()) {
    const y = MARGIN + side + index * ROW
    context.font = `400 34px ${family}`
    context.fillText(label, MARGIN, y + 44)
    context.font = `600 54px ${family}`
    context.fillText(value, MARGIN, y + 102, WIDTH - 2 * MARGIN)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no image')
  return new File([blob], `${reference}.png`, { type: blob.type })
}
