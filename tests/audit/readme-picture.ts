/** Draws the image at the top of the README from the current screens: npm run screenshots */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { temporaryFolder } from './cleanup.ts'

const WIDTH = 1600
const HEIGHT = 700
const TARGET = 'docs/chautari.png'

/** The top of an image of `screens.ts`; `scale` is the share of its size on the canvas. */
const SCREENS = [
  { state: 'home', scheme: 'light', left: 40, top: 40, width: 1440, height: 960, scale: 0.62 },
  { state: 'booking-2-dates', scheme: 'light', left: 800, top: 110, width: 1440, height: 940, scale: 0.51 },
  { state: 'admin-bookings', scheme: 'dark', left: 960, top: 352, width: 1440, height: 700, scale: 0.44 },
]

const folder = temporaryFolder()

async function draw({ state, scheme, left, top, width, height, scale }: (typeof SCREENS)[number]) {
  const input = await sharp(join(folder, `${state}-1440-${scheme}.png`))
    .extract({ left: 0, top: 0, width, height })
    .resize(Math.round(width * scale))
    .png()
    .toBuffer()
  return [{ input: shadow(left, top, width * scale, height * scale) }, { input, left, top }]
}

const shadow = (x: number, y: number, width: number, height: number) =>
  canvas(`<filter id="blur" x="-10%" y="-10%" width="120%" height="125%"><feGaussianBlur stdDeviation="14"/></filter>
    <rect x="${x}" y="${y + 10}" width="${width}" height="${height}" fill="#05070d" opacity="0.55" filter="url(#blur)"/>`)

const canvas = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`)

for (const { state } of SCREENS)
  execFileSync(process.execPath, ['tests/audit/screens.ts', 'take', folder, state], { stdio: 'inherit' })
const layers = await Promise.all(SCREENS.map(draw))
await sharp(canvas(`<rect width="${WIDTH}" height="${HEIGHT}" fill="#1b2135"/>`))
  .composite(layers.flat())
  .png({ palette: true, quality: 92 })
  .toFile(TARGET)
console.log(`${TARGET} is drawn.`)
