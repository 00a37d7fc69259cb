/** As canvas returns them: red, green, blue, alpha. */
interface Pixels {
  data: ArrayLike<number>
  width: number
  height: number
}

/** Text in phone screenshots is read best at about this width. */
const MIN_WIDTH = 900
const MAX_WIDTH = 1_200
/** Larger images are scaled down; a long page of 1200 px width still fits. */
const MAX_AREA = 4_000_000
/** Share of the darkest and lightest pixels that is clipped as noise. */
const CLIPPED_SHARE = 0.01

export function getOcrSize(width: number, height: number): { width: number; height: number } {
  const readableScale = Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH) / width
  const scale = Math.min(readableScale, Math.sqrt(MAX_AREA / (width * height)))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns dark text on a light ground with full contrast, as PGM: 8 bits per pixel, which needs no encoder. */
export function prepareForOcr({ data, width, height }: Pixels): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`)
  const file = new Uint8Array(head.length + width * height)
  file.set(head)
  const grey = file.subarray(head.length)
  const counts = new Uint32Array(256)
  for (let index = 0; index < grey.length; index++) {
    const offset = index * 4
    const level = Math.round(
      0.299 * (data[offset] ?? 0) + 0.587 * (data[offset + 1] ?? 0) + 0.114 * (data[offset + 2] ?? 0),
    )
    grey[index] = level
    counts[level] = (counts[level] ?? 0) + 1
  }
  const levels = buildLevels(counts, grey.length)
  for (let index = 0; index < grey.length; index++) grey[index] = levels[grey[index] ?? 0] ?? 0
  return file
}

/** Maps each grey to its new value. */
function buildLevels(counts: Uint32Array, pixels: number): Uint8Array {
  const levelAt = (share: number): number => {
    let level = 0
    for (let seen = counts[0] ?? 0; seen <= share * (pixels - 1); seen += counts[level] ?? 0) level++
    return level
  }
  const [dark, middle, light] = [levelAt(CLIPPED_SHARE), levelAt(0.5), levelAt(1 - CLIPPED_SHARE)]
  const span = Math.max(1, light - dark)
  // Text covers less area than its background, so a dark median means light text.
  const inverted = middle < 128
  return Uint8Array.from({ length: 256 }, (_, level) => {
    const stretched = Math.min(255, Math.max(0, Math.round(((level - dark) * 255) / span)))
    return inverted ? 255 - stretched : stretched
  })
}
