/** Measures whether pictures have enough pixels for the size in which they are drawn. */
import type { Page } from '@playwright/test'
import { count } from './measurement.ts'
import type { Route } from './routes.ts'
import { type Site, visit } from './site.ts'

const SCREENS = [390, 820, 1440].flatMap((width) => [
  { width, density: 1, least: 1 },
  // Dense screens hide that a few pixels are missing.
  { width, density: 2, least: 0.8 },
])

export async function pictures(site: Site, route: Route) {
  const faults: string[] = []
  for (const { width, density, least } of SCREENS) {
    const options = { viewport: { width, height: 900 }, deviceScaleFactor: density, reducedMotion: 'reduce' } as const
    const found = await visit(site, route, options, measurePictures)
    for (const { name, pixels, drawn } of found) {
      const scale = pixels / (drawn * density)
      if (scale < least - 0.005 && (density === 1 || pixels < ORIGINAL))
        faults.push(`${name}: ${scale.toFixed(2)} at ${width} px and ${density}x`)
    }
  }
  return [count('pictures', faults)]
}

/** The width of most original photographs: a wider frame has no better file. */
const ORIGINAL = 1440

/** The pixels of the file that the browser chose, and the width in which it draws it, before a frame crops it. */
const measurePictures = (page: Page) =>
  page.evaluate(async () => {
    const visible = [...document.images].filter((image) => image.checkVisibility() && !/\.svg$|^data:/.test(image.src))
    for (const image of visible) image.loading = 'eager'
    await Promise.all(visible.map((image) => image.decode().catch(() => undefined)))
    return visible.map((image) => {
      const sources = [...(image.closest('picture')?.querySelectorAll('source') ?? []), image]
      const candidates = sources.flatMap(({ srcset }) => srcset.split(/,\s+/)).map((candidate) => candidate.split(' '))
      const chosen = candidates.find(([url = '']) => new URL(url, location.href).href === image.currentSrc)
      const { width, height } = image.getBoundingClientRect()
      const isCover = getComputedStyle(image).objectFit === 'cover'
      const ratio = image.naturalWidth / image.naturalHeight
      return {
        name: new URL(image.currentSrc).pathname.replace(/^.*\/|\..*/g, ''),
        pixels: chosen?.[1]?.endsWith('w') ? Number.parseInt(chosen[1], 10) : image.naturalWidth,
        drawn: isCover ? Math.max(width, height * ratio) : width,
      }
    })
  })
