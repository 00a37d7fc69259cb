/**
 * Shows whether a refactoring leaves every screen as it was, pixel for pixel: photographs the built product before and
 * after, and compares.
 *
 *   npm run build && node tests/audit/screens.ts take BEFORE      all states, at two widths, in both colour schemes
 *   node tests/audit/screens.ts take TRIAL 'admin-booking|dialog'  only states whose name matches
 *   node tests/audit/screens.ts compare BEFORE AFTER [DIFF]       exits with 1 if an image differs or is missing
 *
 * Every full run has the same sample bookings.
 * Fonts differ between machines: compare images of one machine.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openSampleSite, toState, visitState } from './sample-site.ts'
import { READING, WRITING } from './screen-states.ts'
import { runTwoAtATime, type Site } from './site.ts'
import type { State } from './state.ts'

const WIDTHS = [390, 1440]
const SCHEMES = ['light', 'dark'] as const
/** The difference in one channel, of 255, that antialiasing may cause. */
const TOLERANCE = 8
const STILL_MS = 300
const MAX_SCREENSHOTS = 10

async function take(folder: string, pattern: RegExp) {
  const start = performance.now()
  mkdirSync(folder, { recursive: true })
  const { site, close } = await openSampleSite()
  const shots = (states: readonly State[]) =>
    states
      .filter(({ name }) => pattern.test(name))
      .flatMap((state) => (state.width ? [state.width] : WIDTHS).map((width) => ({ state, width })))
  await runTwoAtATime(shots([...site.routes.map(toState), ...READING]), (shot) => photograph(site, shot, folder))
  for (const shot of shots(WRITING)) await photograph(site, shot, folder)
  await close()
  const minutes = (performance.now() - start) / 60_000
  console.log(`${listImages(folder).length} images in ${folder}, ${minutes.toFixed(1)} minutes.`)
}

async function photograph(site: Site, { state, width }: { state: State; width: number }, folder: string) {
  try {
    await visitState(site, state, { width, height: 900 }, async (page) => {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        writeFileSync(join(folder, `${state.name}-${width}-${colorScheme}.png`), await takeScreenshot(page))
      }
    })
  } catch (error) {
    console.error(`${state.name} at ${width} px: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

/** Takes screenshots until two in a row are equal, because a busy machine may draw something late. */
async function takeScreenshot(page: Page) {
  // Chromium makes the window 1 px high for a moment, after which scroll anchoring would leave a panel elsewhere.
  await page.locator('aside, dialog').evaluateAll((panels) => {
    for (const panel of panels) panel.style.overflowAnchor = 'none'
  })
  let last: Buffer | undefined
  for (let count = 0; count < MAX_SCREENSHOTS; count++) {
    await waitUntilDrawn(page)
    const screenshot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', scale: 'css' })
    if (last?.equals(screenshot)) return screenshot
    last = screenshot
    await page.waitForTimeout(STILL_MS)
  }
  throw new Error('No two screenshots in a row were equal.')
}

const waitUntilDrawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode().catch(() => {})),
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

const listImages = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'))

async function compare(before: string, after: string, diff: string | undefined) {
  const [was, is] = [listImages(before), listImages(after)]
  const wrong: string[] = []
  for (const name of new Set([...was, ...is].toSorted())) {
    if (!was.includes(name)) wrong.push(`${name} is new`)
    else if (!is.includes(name)) wrong.push(`${name} is missing`)
    else if (!readFileSync(join(before, name)).equals(readFileSync(join(after, name)))) {
      const { count, share, image } = await difference(join(before, name), join(after, name))
      if (count === 0) continue
      wrong.push(`${name} differs in ${count} pixels, ${(share * 100).toFixed(3)} %`)
      if (diff) {
        mkdirSync(diff, { recursive: true })
        await image.toFile(join(diff, name))
      }
    }
  }
  for (const line of wrong) console.error(line)
  console.log(`${was.length} images before, ${is.length} after, ${wrong.length} differ or are missing.`)
  if (wrong.length > 0) process.exitCode = 1
}

/** Returns the number of pixels that differ, and a pale `before` with them in red. Where the sizes differ, the rest differs. */
async function difference(before: string, after: string) {
  const [was, is] = await Promise.all([sharp(before).metadata(), sharp(after).metadata()])
  const [width, height] = [Math.max(was.width, is.width), Math.max(was.height, is.height)]
  const pixels = (file: string, size: typeof was) =>
    sharp(file)
      .removeAlpha()
      .ensureAlpha()
      .extend({ right: width - size.width, bottom: height - size.height, background: '#0000' })
      .raw()
      .toBuffer()
  const [old, current] = await Promise.all([pixels(before, was), pixels(after, is)])
  let count = 0
  for (let at = 0; at < old.length; at += 4) {
    const channels = [at, at + 1, at + 2, at + 3]
    const differs = channels.some((channel) => Math.abs((old[channel] ?? 0) - (current[channel] ?? 0)) > TOLERANCE)
    if (differs) old.set([255, 0, 0, 255], at)
    else old[at + 3] = 64
    count += Number(differs)
  }
  return { count, share: count / (width * height), image: sharp(old, { raw: { width, height, channels: 4 } }) }
}

const [command, first, second, third] = process.argv.slice(2)
if (command === 'take' && first) await take(first, new RegExp(second ?? ''))
else if (command === 'compare' && first && second) await compare(first, second, third)
else {
  console.error('Use: screens.ts take FOLDER [PATTERN], or screens.ts compare BEFORE AFTER [DIFF]')
  process.exitCode = 1
}
