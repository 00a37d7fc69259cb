/** What a page loads, as it came over the network, and whether anything moved while it came. */
import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { atMost, count, type Figure, kilobytes } from './figure.ts'
import type { Route } from './routes.ts'
import { read, type Site, visit } from './site.ts'

/** The telephone of Lighthouse's mobile setting. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Long enough for a first drawing in the stand-in letters. */
const FONT_DELAY_MS = 500
const REACT = /react\.(transitional\.)?element|Minified React error/

export async function weight(site: Site, route: Route): Promise<Figure[]> {
  const budget = BUDGETS[route.kind]
  const requests: Request[] = []
  const faults: string[] = []
  const before = async (page: Page) => {
    page.on('requestfinished', (request) => requests.push(request))
    page.on('requestfailed', (request) => faults.push(`${request.url()} was not answered`))
    page.on('pageerror', ({ message }) => faults.push(message))
    page.on('console', (message) => {
      // A page that says that nothing is there answers so itself.
      const isItself = message.location().url === page.url()
      if (['error', 'warning'].includes(message.type()) && !isItself) faults.push(message.text())
    })
    await holdBackFonts(page)
    await watchShifts(page)
  }
  return visit(site, route, { ...PHONE, before }, async (page) => {
    const arrived = requests.length
    await read(page)
    const answers = await Promise.all(requests.map(answerOf))
    const bytes = (type: RegExp, among = answers) =>
      among.filter((answer) => type.test(answer.type)).reduce((total, { body }) => total + body, 0)
    const react = !budget.react && answers.some(({ text }) => REACT.test(text))
    const script = atMost('script', bytes(/javascript/) + (await inlineScript(page)), budget.script, kilobytes)
    const whole = answers.reduce((total, { body, head }) => total + body + head, 0)
    return [
      { ...script, broken: [...script.broken, ...(react ? ['React is among it'] : [])] },
      atMost('HTML+CSS', bytes(/text\/(html|css)/, answers.slice(0, arrived)), budget.drawn, kilobytes),
      await fonts(page, bytes(/font/), budget.fonts),
      atMost('all', whole, budget.whole, kilobytes),
      await shift(page, budget.shift),
      count('errors', faults),
    ]
  })
}

interface Answer {
  type: string
  body: number
  head: number
  text: string
}

/** Sizes as they were sent: compressed, where the server compresses. */
async function answerOf(request: Request): Promise<Answer> {
  const response = await request.response()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  const type = response?.headers()['content-type'] ?? ''
  const text = /javascript/.test(type) ? ((await response?.text()) ?? '') : ''
  return { type, body: responseBodySize, head: responseHeadersSize, text }
}

/** It is part of the HTML as well, which is compressed as a whole. */
async function inlineScript(page: Page): Promise<number> {
  const text = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && /^(module|text\/javascript)?$/.test(type))
      .map((script) => script.textContent)
      .join('\n'),
  )
  return text ? brotliCompressSync(text).length : 0
}

/**
 * The family of the page's text is asked for by the page itself, before any stylesheet names it, and has a face of a
 * local font in its own measure behind it. A family for a few ornamental letters may come when it comes.
 */
async function fonts(page: Page, bytes: number, limit: number): Promise<Figure> {
  const figure = atMost('fonts', bytes, limit, kilobytes)
  const missing = await page.evaluate(() => {
    const A = 0x41
    const faces = [...document.styleSheets]
      .flatMap(rulesOf)
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style, parentStyleSheet }) => ({
        family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
        file: /url\("?([^")]+)/.exec(style.getPropertyValue('src'))?.[1],
        letters: style.getPropertyValue('unicode-range'),
        measured: style.getPropertyValue('size-adjust') !== '' && style.getPropertyValue('ascent-override') !== '',
        base: parentStyleSheet?.href ?? location.href,
      }))
    const families = getComputedStyle(document.body)
      .fontFamily.split(', ')
      .map((name) => name.replaceAll(/["']/g, ''))
    const isLatin = (letters: string) =>
      letters === '' ||
      letters
        .split(', ')
        .map((range) =>
          range
            .slice(2)
            .split('-')
            .map((code) => Number.parseInt(code, 16)),
        )
        .some(([first = 0, last = first]) => first <= A && A <= last)
    const own = faces.filter(({ family, file, letters }) => file && isLatin(letters) && families.includes(family))
    const files = own.map(({ file, base }) => new URL(file ?? '', base).href)
    const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font][crossorigin]')]
    const late = files.filter((file) => !preloaded.some(({ href }) => href === file))
    const measured = faces.some(({ family, measured }) => measured && families.includes(family))
    /** One that did not come has none, and is told of as an error. */
    function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
      try {
        return [...sheet.cssRules]
      } catch {
        return []
      }
    }
    return [
      ...late.map((file) => `${new URL(file).pathname} is not preloaded`),
      ...(files.length > 0 && !measured ? [`${own[0]?.family} has no fallback of its measure`] : []),
    ]
  })
  return { ...figure, broken: [...figure.broken, ...missing] }
}

/** As on a slow line: the page stands in its fallback before they come. */
const holdBackFonts = (page: Page): Promise<unknown> =>
  page.route(/\.woff2?(\?|$)/, async (request) => {
    await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS))
    await request.continue().catch(() => undefined)
  })

interface Shifts {
  sum: number
  moved: string[]
}
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // Nobody presses anything here; what a browser takes for input is the telephone's window being set up.
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        shifts.sum += value
        for (const { node } of sources)
          shifts.moved.push((node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 80))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function shift(page: Page, limit: number): Promise<Figure> {
  const { sum, moved } = await page.evaluate(() => Reflect.get(window, 'shifts') as Shifts)
  const figure = atMost('shift', sum, limit, (value) => value.toFixed(4))
  return { ...figure, broken: figure.broken.map((what) => `${what}: ${[...new Set(moved)].join(' | ')}`) }
}
