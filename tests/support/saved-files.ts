import { afterEach, beforeEach, vi } from 'vitest'

/** Records the name and type of each file that the page saves in a test. */
export function recordSavedFiles(): readonly string[] {
  const saved: string[] = []
  beforeEach(() => {
    saved.length = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      const { name, type } = file as File
      saved.push(`${name} ${type}`)
      return 'blob:saved'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  })
  afterEach(() => vi.restoreAllMocks())
  return saved
}
