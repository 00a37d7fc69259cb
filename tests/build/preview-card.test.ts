import { expect, test } from 'vitest'
import { drawPreviewCard } from '#build/preview-card.ts'

const HOUSE = { name: 'Chautari', nativeName: 'चौतारी', tagline: 'Coworking in Kathmandu and Lalitpur' }

test('letters are paths: no font of the machine is asked', () => {
  const card = drawPreviewCard({ ...HOUSE, nativeName: 'क', headline: 'Locations' })
  expect(card).not.toMatch(/<text|font-/)
  expect(card.match(/<path transform/g)).toHaveLength('LocationsChautariक'.length + HOUSE.tagline.length)
})

test('a headline as long as a title may be still fits', () => {
  expect(() =>
    drawPreviewCard({ ...HOUSE, headline: 'What sixty letters of a title come to, when written out here' }),
  ).not.toThrow()
})

test('what cannot be drawn is said', () => {
  expect(() => drawPreviewCard({ ...HOUSE, headline: 'कौसीमा' })).toThrow('"कौसीमा" has a letter that the font')
  expect(() => drawPreviewCard({ ...HOUSE, headline: 'Incomprehensibilities'.repeat(3) })).toThrow(
    'is too long for a link preview',
  )
})
