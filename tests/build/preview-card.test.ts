import { expect, test } from 'vitest'
import { drawPreviewCard } from '#build/preview-card.ts'

const BRAND = { name: 'Chautari', nativeName: 'चौतारी', tagline: 'Coworking in Kathmandu and Lalitpur' }

test('drawPreviewCard draws every letter as a path', () => {
  const card = drawPreviewCard({ ...BRAND, nativeName: 'क', headline: 'Locations' })
  expect(card).not.toMatch(/<text|font-/)
  expect(card.match(/<path transform/g)).toHaveLength('LocationsChautariक'.length + BRAND.tagline.length)
})

test('drawPreviewCard rejects missing letters, and headlines above the maximum length', () => {
  const drawing = (headline: string) => () => drawPreviewCard({ ...BRAND, headline })
  expect(drawing('What sixty letters of a title come to, when written out here')).not.toThrow()
  expect(drawing('कौसीमा')).toThrow('"कौसीमा" has a letter that the font')
  expect(drawing('Incomprehensibilities'.repeat(3))).toThrow('is too long for a link preview')
})
