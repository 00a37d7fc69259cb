/** Pixels as a canvas gives them: red, green, blue, opacity. */
export interface Pixels {
  data: ArrayLike<number>
  width: number
  height: number
}

/** Letters of a telephone's screenshot are read best at about its own width; a larger picture only takes longer. */
const MIN_WIDTH = 900
const MAX_WIDTH = 1_200
/** A long page of 1200 px width still fits; what is longer is made smaller. */
const MAX_AREA = 4_000_000
/** Of the pixels at either end of the scale, which noise would stretch for nothing. */
const CLIPPED_SHARE = 0.01

/** The size at which a picture is read. */
export function getOcrSize(width: number, height: number): { width: number; height: number } {
  const wanted = Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH) / width
  const scale = Math.min(wanted, Math.sqrt(MAX_AREA / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * What the reader is given: dark letters on a light ground, greys stretched over the whole scale. The file is a PGM: eight
 * bits a pixel behind one line of head, which needs no encoder.
 */
export function prepareForOcr({ data, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + width * height)
  file.set(head)
  const grey = file.subarray(head.length)
  const counts = new Uint32Array(256)
  for (let index = 0; index < grey.length; index++) {
    const at = index * 4
    const level = Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0))
    grey[index] = level
    counts[level] = (counts[level] ?? 0) + 1
  }
  const levels = buildLevels(counts, grey.length)
  for (let index = 0; index < grey.length; index++) grey[index] = levels[grey[index] ?? 0] ?? 0
  return file
}

/** For every grey the one that takes its place. */
function buildLevels(counts: Uint32Array, pixels: number): Uint8Array {
  const levelAt = (share: number): number => {
    let level = 0
    for (let seen = counts[0] ?? 0; seen <= share * (pixels - 1); seen += counts[level] ?? 0) level++
    return level
  }
  const [dark, middle, light] = [levelAt(CLIPPED_SHARE), levelAt(0.5), levelAt(1 - CLIPPED_SHARE)]
  const span = Math.max(1, light - dark)
  // There is more ground than letters: where half of the picture is dark, the letters are light.
  const inverted = middle < 128
  return Uint8Array.from({ length: 256 }, (_, level) => {
    const stretched = Math.min(255, Math.max(0, Math.round(((level - dark) * 255) / span)))
    return inverted ? 255 - stretched : stretched
  })
}
