import { expect, test } from 'vitest'
import { drawValleyMap } from '#build/valley-map.ts'
import { getCatalogue } from '#server/catalogue.ts'

const PLACES = [
  place('a', 'Upper house', true, 27.73, 85.31),
  place('b', 'Lower house', true, 27.66, 85.34),
  place('c', 'New house', false, 27.7, 85.32),
]

function place(id: string, name: string, available: boolean, latitude: number, longitude: number) {
  return { id, name, available, geo: { latitude, longitude } }
}

/** The marks of places: a platform with six steps. */
const marksOf = (svg: string, colour: string) =>
  Array.from(
    svg.matchAll(new RegExp(`<path class="${colour}" d="M([\\d.]+) ([\\d.]+)h[\\d.]+v[\\d.]+h[\\d.]+v[^"]*"/>`, 'g')),
    ([, x, y]) => [Number(x), Number(y)],
  )

test('the map of all places stresses those that can be booked', () => {
  const svg = drawValleyMap(PLACES)
  const open = marksOf(svg, 'brick')
  expect(open).toHaveLength(2)
  expect(marksOf(svg, 'ink-3')).toHaveLength(1)
  // North is up and east is right.
  const [[upperX = 0, upperY = 0] = [], [lowerX = 0, lowerY = 0] = []] = open
  expect(upperX).toBeLessThan(lowerX)
  expect(upperY).toBeLessThan(lowerY)
})

test('the map of one place stresses this place only', () => {
  const svg = drawValleyMap(PLACES, 'c')
  expect(marksOf(svg, 'brick')).toHaveLength(1)
  expect(marksOf(svg, 'ink-3')).toHaveLength(2)
})

test('the map leaves out a place beyond its edges', () => {
  const elsewhere = place('d', 'House by the lake', true, 28.2096, 83.9856)
  expect(drawValleyMap([...PLACES, elsewhere])).toBe(drawValleyMap(PLACES))
  expect(marksOf(drawValleyMap([elsewhere]), 'brick')).toEqual([])
})

test('the map has both color schemes and no text that needs a font', () => {
  const svg = drawValleyMap(PLACES)
  const [light = '', dark = ''] = svg.split('@media(prefers-color-scheme:dark)')
  for (const token of ['paper-sunk', 'ink', 'brick', 'water']) {
    const inScheme = (css: string) => css.match(new RegExp(`\\.${token}\\{color:(oklch\\([^)]+\\))`))?.[1]
    expect(inScheme(light), token).toBeDefined()
    expect(inScheme(dark), token).toBeDefined()
    expect(inScheme(light), token).not.toBe(inScheme(dark))
  }
  expect(svg).not.toContain('<text')
})

test.each([undefined, ...getCatalogue().locations.map(({ id }) => id)])(
  'the labels of our places do not overlap on the map of %s',
  (stressed) => {
    const svg = drawValleyMap(getCatalogue().locations, stressed)
    const labels = svg.slice(svg.indexOf('<g class="labels">'))
    const lines = Array.from(labels.matchAll(/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)/g), ([, x, y, scale]) => ({
      x: Number(x),
      y: Number(y),
      size: Number(scale) * 1000,
    }))
    expect(lines).toHaveLength(4)
    for (const [index, line] of lines.entries())
      for (const other of lines.slice(index + 1))
        if (Math.abs(line.x - other.x) < 60)
          expect(Math.abs(line.y - other.y), JSON.stringify([line, other])).toBeGreaterThanOrEqual(
            Math.min(line.size, other.size) * 0.8,
          )
  },
)

test.each(getCatalogue().locations.map(({ id }) => id))(
  'each label is beside its own mark on the map of %s',
  (stressed) => {
    const svg = drawValleyMap(getCatalogue().locations, stressed)
    const marks = [...marksOf(svg, 'ink-3'), ...marksOf(svg, 'brick')]
    const labels = svg.slice(svg.indexOf('<g class="labels">'))
    const lines = Array.from(
      labels.matchAll(/translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+).*?<use x="(\d+)" href="#\w+"\/><\/g>/g),
      ([, x, y, scale, last]) => ({
        left: Number(x),
        right: Number(x) + Number(last) * Number(scale),
        y: Number(y),
        size: Number(scale) * 2000,
      }),
    )
    expect(marks).toHaveLength(4)
    expect(lines).toHaveLength(4)
    for (const { left, right, y, size } of lines)
      for (const [x = 0, top = 0] of marks)
        expect(x + 4 > left && x < right && top < y && top + 9 > y - size, JSON.stringify([left, y, x, top])).toBe(
          false,
        )
    const nearest = lines.map(
      ({ left, right, y, size }) =>
        marks.toSorted(([oneX = 0, oneY = 0], [otherX = 0, otherY = 0]) => {
          const [middle, line] = [(left + right) / 2, y - size / 3]
          return Math.hypot(oneX - middle, oneY - line) - Math.hypot(otherX - middle, otherY - line)
        })[0],
    )
    expect(new Set(nearest).size).toBe(4)
  },
)
