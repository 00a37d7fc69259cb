/** Measures what a page transfers and whether its layout shifts while it loads. */
import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { atMost, count, kilobytes, type Measurement } from './measurement.ts'
import type { Route } from './routes.ts'
import { loadWholePage, type Site, visit } from './site.ts'

/** The device of Lighthouse's mobile setting. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Long enough for a first paint in the fallback font. */
const FONT_DELAY_MS = 500
const REACT = /react\.(transitional\.)?element|Minified React error/

export async function weight(site: Site, route: Route) {
  const budget = BUDGETS[route.kind]
  const requests: Request[] = []
  const faults: string[] = []
  const before = async (page: Page) => {
    page.on('requestfinished', (request) => requests.push(request))
    page.on('requestfailed', (request) => faults.push(`${request.url()} failed`))
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => {
      // The status of the page itself is not an error: the 404 page has status 404.
      const isItself = message.location().url === page.url()
      if (['error', 'warning'].includes(message.type()) && !isItself) faults.push(message.text())
    })
    await delayFonts(page)
    await watchShifts(page)
  }
  return visit(site, route, { ...PHONE, before }, async (page) => {
    const initial = requests.length
    await loadWholePage(page)
    const responses = await Promise.all(requests.map(measureResponse))
    const bytes = (type: RegExp, among = responses) =>
      among.filter((response) => type.test(response.type)).reduce((total, { body }) => total + body, 0)
    const hasReact = !budget.react && responses.some(({ text }) => REACT.test(text))
    const script = atMost('script', bytes(/javascript/) + (await inlineScript(page)), budget.script, kilobytes)
    const whole = responses.reduce((total, { body, head }) => total + body + head, 0)
    return [
      { ...script, broken: [...script.broken, ...(hasReact ? ['React is included'] : [])] },
      atMost('files', responses.filter(({ type }) => /javascript/.test(type)).length, budget.files, String),
      atMost('HTML+CSS', bytes(/text\/(html|css)/, responses.slice(0, initial)), budget.drawn, kilobytes),
      await fonts(page, bytes(/font/), budget.fonts),
      atMost('all', whole, budget.whole, kilobytes),
      await shift(page, budget.shift),
      count('errors', faults),
    ]
  })
}

/** Sizes as transferred, after compression. */
async function measureResponse(request: Request) {
  const response = await request.response()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  const type = response?.headers()['content-type'] ?? ''
  const text = /javascript/.test(type) ? ((await response?.text()) ?? '') : ''
  return { type, body: responseBodySize, head: responseHeadersSize, text }
}

/** Inline script is part of the compressed HTML and counted again here. */
async function inlineScript(page: Page) {
  const text = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && /^(module|text\/javascript)?$/.test(type))
      .map((script) => script.textContent)
      .join('\n'),
  )
  return text ? brotliCompressSync(text).length : 0
}

/** The body font is preloaded and has a fallback of the same metrics. Other fonts may load late. */
async function fonts(page: Page, bytes: number, limit: number): Promise<Measurement> {
  const measurement = atMost('fonts', bytes, limit, kilobytes)
  const missing = await page.evaluate(() => {
    const faces = [...document.styleSheets]
      .flatMap(rulesOf)
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style, parentStyleSheet }) => ({
        family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
        file: /url\("?([^")]+)/.exec(style.getPropertyValue('src'))?.[1],
        range: style.getPropertyValue('unicode-range'),
        measured: style.getPropertyValue('size-adjust') !== '' && style.getPropertyValue('ascent-override') !== '',
        base: parentStyleSheet?.href ?? location.href,
      }))
    const families = getComputedStyle(document.body).fontFamily.replaceAll(/["']/g, '').split(', ')
    /** Whether the letter A is in a range such as `U+0-FF, U+131`. */
    const isLatin = (range: string) =>
      [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].some(
        ([, first = '', last = first]) => parseInt(first, 16) <= 0x41 && parseInt(last, 16) >= 0x41,
      )
    const own = faces.filter(
      ({ family, file, range }) => file && (!range || isLatin(range)) && families.includes(family),
    )
    const files = own.map(({ file, base }) => new URL(file ?? '', base).href)
    const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font][crossorigin]')]
    const late = files.filter((file) => !preloaded.some(({ href }) => href === file))
    const measured = faces.some(({ family, measured }) => measured && families.includes(family))
    /** A stylesheet that failed to load has no rules and is reported as an error. */
    function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
      try {
        return [...sheet.cssRules]
      } catch {
        return []
      }
    }
    return [
      ...late.map((file) => `${new URL(file).pathname} is not preloaded`),
      ...(files.length > 0 && !measured ? [`${own[0]?.family} has no fallback of the same metrics`] : []),
    ]
  })
  return { ...measurement, broken: [...measurement.broken, ...missing] }
}

const delayFonts = (page: Page) =>
  page.route(/\.woff2?(\?|$)/, async (request) => {
    await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS))
    await request.continue().catch(() => undefined)
  })

interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // No input happens here; browsers report the viewport setup of a phone as input.
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        shifts.sum += value
        for (const { node } of sources)
          shifts.moved.push((node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 80))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

export async function shift(page: Page, limit: number): Promise<Measurement> {
  const { sum, moved } = await page.evaluate(() => Reflect.get(window, 'shifts') as { sum: number; moved: string[] })
  const measurement = atMost('shift', sum, limit, (value) => value.toFixed(4))
  return { ...measurement, broken: measurement.broken.map((fault) => `${fault}: ${[...new Set(moved)].join(' | ')}`) }
}
