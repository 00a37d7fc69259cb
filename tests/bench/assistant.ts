/** Measures the time from the click to a focused question field on a processor slowed down four times. */
import { rmSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { startServer } from '../support/process.ts'
import { median } from './quantile.ts'

const MAX_MS = 300
const SLOWDOWN = 4
const OPENINGS = 9
/** How long a finger touches the button; the panel starts to load at the touch. */
const TOUCH_MS = 80

const server = await startServer()
const browser = await chromium.launch(await findBrowser())

/** Uses the page's clock on a warm connection; `isCached`: whether the script was loaded before. */
async function measureOpening(path: string, isCached: boolean) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const open = () => page.getByRole('link', { name: 'Ask a question' }).click({ delay: TOUCH_MS })
  const field = page.getByRole('dialog').getByRole('textbox')
  await page.goto(server.url + path)
  if (isCached) {
    await open()
    await field.waitFor()
    await page.goto(server.url + path)
  }
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const duration = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clickedAt = 0
        addEventListener('pointerup', ({ timeStamp }) => (clickedAt = timeStamp), { once: true, capture: true })
        const check = () => {
          const field = document.activeElement
          const isUsable =
            field instanceof HTMLElement && field.matches(':is(dialog, [role=dialog]) :is(input, textarea):enabled')
          if (isUsable) requestAnimationFrame(() => resolve(performance.now() - clickedAt))
          else requestAnimationFrame(check)
        }
        check()
      }),
  )
  await open()
  const time = await duration
  await context.close()
  return time
}

for (const isCached of [false, true]) {
  const times: number[] = []
  for (let number = 0; number < OPENINGS; number++) times.push(Math.round(await measureOpening('/pricing', isCached)))
  const title = `assistant opened ${isCached ? 'with a cached script' : 'for the first time'}, ${SLOWDOWN} × slowdown`
  console.log(`${title}: median ${median(times)} ms of at most ${MAX_MS} (${times.join(', ')})`)
}

await browser.close()
await server.kill('SIGTERM')
rmSync(server.dataDir, { recursive: true })
