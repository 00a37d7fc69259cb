import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getOcrSize, prepareForOcr } from '#stores/payment/receipt-image.ts'

describe('getOcrSize', () => {
  test.each([
    [1_080, 2_400, 1_080, 2_400],
    [1_440, 3_000, 1_200, 2_500],
    [540, 900, 900, 1_500],
    [1_080, 20_000, 465, 8_607],
    [20_000, 20_000, 1_200, 1_200],
    [1, 1, 900, 900],
  ])('scales %d × %d to %d × %d', (width, height, toWidth, toHeight) => {
    expect(getOcrSize(width, height)).toEqual({ width: toWidth, height: toHeight })
  })

  test('stays between one pixel and the reader’s limit', () => {
    const side = fc.integer({ min: 1, max: 30_000 })
    fc.assert(
      fc.property(side, side, (wide, tall) => {
        const { width, height } = getOcrSize(wide, tall)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
        // Four million plus rounding.
        expect(width * height).toBeLessThan(6_000_000)
      }),
    )
  })
})

/** One row of grey pixels in the format of a canvas. */
const row = (...greys: number[]) => ({
  data: greys.flatMap((grey) => [grey, grey, grey, 255]),
  width: greys.length,
  height: 1,
})
const HEAD = 'P5\n6 1\n255\n'
const greys = (file: Uint8Array): number[] => [...file.subarray(HEAD.length)]

test('prepareForOcr stretches greys to the full scale as PGM', () => {
  const file = prepareForOcr(row(200, 200, 200, 200, 150, 100))
  expect(new TextDecoder().decode(file.subarray(0, HEAD.length))).toBe(HEAD)
  expect(greys(file)).toEqual([255, 255, 255, 255, 128, 0])
})

test('prepareForOcr weighs colours by their brightness', () => {
  const white = [255, 255, 255, 255]
  const data = [white, white, white, white, [0, 255, 0, 255], [255, 0, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]].flat()
  expect(greys(prepareForOcr({ data, width: 8, height: 1 }))).toEqual([255, 255, 255, 255, 150, 76, 29, 0])
})

test('prepareForOcr inverts light text on a dark ground, and accepts an image of a single grey', () => {
  expect(greys(prepareForOcr(row(20, 20, 20, 120, 220, 220)))).toEqual([255, 255, 255, 127, 0, 0])
  expect(greys(prepareForOcr(row(0, 0, 0, 0, 0, 0)))).toHaveLength(6)
})
