import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import { drawText, measureText, readFont } from '#server/commands/seed/svg-text.ts'
import { DEGREES, isOnMap, NAMES, NORTH_WEST, type Position, RING_ROAD, RIVERS, SIGHTS } from './valley.ts'

interface MapPlace {
  id: string
  name: string
  available: boolean
  geo: { latitude: number; longitude: number }
}

type Point = readonly [x: number, y: number]
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
interface Line {
  text: string
  font: Font
  size: number
  class: string
}

const WIDTH = 360
const HEIGHT = 420
const MARGIN = 8
/** The rise of a step, as in the corbels of the site. */
const STEP = 5
const MARK = { width: 20, height: 15 } as const
const SMALL_MARK = { width: 12, height: 9 } as const
/** Tokens that the map uses, as classes. */
const TOKENS = ['paper', 'paper-sunk', 'line', 'line-2', 'line-3', 'ink', 'ink-2', 'ink-3', 'ledge', 'brick'] as const
/** The only colour that the site has nowhere else, in both schemes. */
const WATER = ['oklch(0.77 0.045 235)', 'oklch(0.47 0.055 250)'] as const
/** Terraces in two corners, from the lowest to the highest. */
const TERRACES = [
  { steps: 12, colour: 'paper' },
  { steps: 8, colour: 'line' },
  { steps: 4, colour: 'line-2' },
] as const

let fonts: { heavy: Font; text: Font } | undefined

/** Returns the map as SVG, which stresses the place of this id or, without one, each that can be booked. */
export function drawValleyMap(places: readonly MapPlace[], stressed?: string): string {
  fonts ??= { heavy: readFont('anek-latin-condensed'), text: readFont('anek') }
  const { heavy, text } = fonts
  const name = (line: string): Line => ({ text: line, font: text, size: 13, class: 'ink-2' })
  const marks = places
    .filter(({ geo }) => isOnMap(geo))
    .map((place) => {
      const isStressed = stressed === undefined ? place.available : place.id === stressed
      return {
        at: project([place.geo.latitude, place.geo.longitude]),
        size: isStressed ? MARK : SMALL_MARK,
        colour: isStressed ? 'brick' : 'ink-3',
        line: { text: place.name, font: heavy, size: isStressed ? 21 : 16, class: isStressed ? 'ink' : 'ink-2' },
      }
    })
  const sights = Object.entries(SIGHTS).map(([label, position]) => {
    const [x, y] = project(position)
    return { x, y, line: name(label) }
  })
  const names = [
    ...Object.entries(NAMES).map(([label, position]) => ({ line: name(label), at: project(position) })),
    ...sights.map(({ x, y, line }) => ({ line, at: [x, y + 15] as const })),
  ]
  const taken = [...marks.map(({ at, size }) => markBox(at, size)), ...names.map(({ line, at }) => nameBox(line, at))]
  const labels = marks
    .toSorted((one, other) => other.line.size - one.line.size)
    .map(({ at, size, line }) => {
      const otherMarks = marks.filter((mark) => mark.at !== at).map((mark) => markBox(mark.at, mark.size))
      const box = findFreeBox(markBox(at, size), line, taken, otherMarks)
      taken.push(box)
      return { box, line }
    })
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    writeStyle(),
    `<path class="paper-sunk" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
    ...TERRACES.map(({ steps, colour }) => `<path class="${colour}" d="${drawTerrace(steps)}"/>`),
    ...RIVERS.map((river) => `<path class="water route" stroke-width="5" d="${drawSteps(river)}"/>`),
    `<path class="ledge route" stroke-width="3" d="${drawSteps(RING_ROAD)}z"/>`,
    ...names.map(({ line, at }) => drawLabel(line, nameBox(line, at))),
    ...sights.map(({ x, y, line }) => `<path class="${line.class}" d="M${x - 3} ${y - 3}h6v6h-6z"/>`),
    ...marks.map(({ at, size, colour }) => `<path class="${colour}" d="${drawPlatform(at, size)}"/>`),
    `<g class="labels">${labels.map(({ line, box }) => drawLabel(line, box)).join('')}</g>`,
    '</svg>',
  ].join('')
  return shareLetters(svg)
}

/** Defines each letter once: they are most of the file. */
function shareLetters(svg: string): string {
  const ids = new Map<string, string>()
  const used = svg.replaceAll(
    /<path transform="translate\(([^"]*) 0\)" d="([^"]*)"\/>/g,
    (_, x: string, letter: string) => {
      const id = ids.get(letter) ?? `g${ids.size}`
      ids.set(letter, id)
      return `<use x="${x}" href="#${id}"/>`
    },
  )
  const letters = [...ids].map(([letter, id]) => `<path id="${id}" d="${letter}"/>`)
  return used.replace('</style>', `</style><defs>${letters.join('')}</defs>`)
}

const project = ([latitude, longitude]: Position): Point => [
  Math.round(((longitude - NORTH_WEST[1]) / DEGREES.longitude) * WIDTH),
  Math.round(((NORTH_WEST[0] - latitude) / DEGREES.latitude) * HEIGHT),
]

/** Roads and rivers run in steps, as the edges of the site do. */
function drawSteps(positions: readonly Position[]): string {
  const [first = [0, 0], ...rest] = positions.map(project)
  let [x, y] = first
  const path = rest.map(([toX, toY]) => {
    const [dx, dy] = [toX - x, toY - y]
    const count = Math.max(1, Math.round(Math.min(Math.abs(dx), Math.abs(dy)) / STEP))
    ;[x, y] = [toX, toY]
    return `h${round(dx / count)}v${round(dy / count)}`.repeat(count)
  })
  return `M${first.join(' ')}${path.join('')}`
}
const round = (value: number): number => Math.round(value * 100) / 100

const drawTerrace = (steps: number): string =>
  [
    `M0 0h${steps * 12}${`v${STEP}h-12`.repeat(steps)}z`,
    `M${WIDTH} ${HEIGHT}h${-steps * 12}${`v${-STEP}h12`.repeat(steps)}z`,
  ].join('')

/** The mark of a place: a stepped platform at its position. */
const drawPlatform = ([x, y]: Point, { width, height }: { width: number; height: number }): string => {
  const [w, h] = [width / 20, height / 3]
  return `M${x - 4 * w} ${y - height}h${8 * w}v${h}h${3 * w}v${h}h${3 * w}v${h}h${-20 * w}v${-h}h${3 * w}v${-h}h${3 * w}z`
}

const markBox = ([x, y]: Point, { width, height }: { width: number; height: number }): Box => ({
  left: x - width / 2,
  top: y - height,
  right: x + width / 2,
  bottom: y,
})

/** Of the size of a line, how far its box reaches below the baseline. */
const DESCENT = 0.25
/** The box of a name that is centered on a point of its baseline. */
const nameBox = (line: Line, [x, y]: Point): Box => ({
  left: x - widthOf(line) / 2,
  top: y - line.size,
  right: x + widthOf(line) / 2,
  bottom: y + line.size * DESCENT,
})

/** Between a label and everything else. */
const GAP = 6
/** Between a mark and its label. */
const MAX_DISTANCE = 12
/** Between the positions that a label may have. */
const GRID = 4
const widthOf = ({ font, text, size }: Line): number => measureText(font, text, size)

/** Points along the road and the rivers, a few pixels apart. */
const ROUTE_POINTS = [...RIVERS, [...RING_ROAD, ...RING_ROAD.slice(0, 1)]].flatMap((positions) =>
  positions.map(project).flatMap(([x, y], index, points) => {
    const [toX, toY] = points[index + 1] ?? [x, y]
    const count = Math.ceil(Math.hypot(toX - x, toY - y) / 4)
    return Array.from(
      { length: count },
      (_, step): Point => [x + ((toX - x) * step) / count, y + ((toY - y) * step) / count],
    )
  }),
)
const countCrossed = ({ left, top, right, bottom }: Box): number =>
  ROUTE_POINTS.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length

const overlaps = (one: Box, other: Box): boolean =>
  one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom
const widen = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})
const distanceBetween = (one: Box, other: Box): number =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  )

const distanceOfMiddles = (one: Box, other: Box): number =>
  Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) / 2

/** The box near a mark that covers few routes and nothing else; else beside the mark. */
function findFreeBox(mark: Box, line: Line, taken: readonly Box[], otherMarks: readonly Box[]): Box {
  const [width, height] = [widthOf(line), line.size * (1 + DESCENT)]
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, Math.floor((to - from) / GRID) + 1) }, (_, index) => from + index * GRID)
  const boxes = range(MARGIN, WIDTH - MARGIN - width)
    .flatMap((left) => range(MARGIN, HEIGHT - MARGIN - height).map((top) => [left, top] as const))
    .map(([left, top]) => ({ left, top, right: left + width, bottom: top + height }))
    .filter((box) => distanceBetween(box, mark) <= MAX_DISTANCE)
    .filter((box) => taken.every((other) => !overlaps(box, widen(other, GAP))))
  const cost = (box: Box) => {
    // A label whose middle is nearer to another mark reads as that mark's label.
    const isAmbiguous = otherMarks.some((other) => distanceOfMiddles(box, other) < distanceOfMiddles(box, mark))
    return countCrossed(widen(box, 2)) + distanceBetween(box, mark) + (isAmbiguous ? WIDTH : 0)
  }
  const [best] = boxes.map((box) => ({ box, cost: cost(box) })).toSorted((one, other) => one.cost - other.cost)
  const [left, top] = [mark.right + GAP, mark.top]
  return best?.box ?? { left, top, right: left + width, bottom: top + height }
}

/** On a plate, because roads and rivers cross beneath it. */
function drawLabel({ text, font, size, class: name }: Line, { left, top, right, bottom }: Box): string {
  const baseline = round(bottom - size * DESCENT)
  const plate = `M${round(left - 3)} ${round(top)}H${round(right + 3)}V${round(bottom)}H${round(left - 3)}z`
  return `<path class="paper-sunk" d="${plate}"/><g class="${name}">${drawText(font, text, round(left), baseline, size, 'currentColor')}</g>`
}

/** Both schemes, because a picture cannot read the tokens of the page. */
function writeStyle(): string {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8')
  const colours = TOKENS.map((token) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${token}: light-dark\\((oklch.*?\\)), (oklch.*?\\))\\)`).exec(tokens) ?? []
    return [token, light, dark] as const
  })
  const write = (scheme: 1 | 2) =>
    [...colours, ['water', ...WATER] as const].map((colour) => `.${colour[0]}{color:${colour[scheme]}}`).join('')
  return `<style>path{fill:currentColor}.route{fill:none;stroke:currentColor}${write(1)}@media(prefers-color-scheme:dark){${write(2)}}</style>`
}
