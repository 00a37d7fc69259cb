import { createHash } from 'node:crypto'
import type { ImageTransform, LocalImageService } from 'astro'
import { baseService } from 'astro/assets'
import sharpService from 'astro/assets/services/sharp'
import { PREVIEW } from '#domain/listing.ts'
import { NIGHT } from '#styles/hex.ts'
import { type Card, drawCard, PHOTO } from './preview-card.ts'

/** Pixels of width. What is no wider is for telephones, whose dense screens hide what a lower quality loses. */
const SMALL = 800
const SMALL_QUALITY = 36

const digests = new Map<string, string>()
/** Of what is drawn, which posts of one picture and category share. */
function digestOf(card: Card): string {
  const key = JSON.stringify(card)
  const digest = digests.get(key) ?? createHash('sha256').update(drawCard(card)).digest('base64url')
  digests.set(key, digest)
  return digest
}

const atItsQuality = <T extends Pick<ImageTransform, 'format' | 'width' | 'quality'>>(picture: T): T => {
  if (picture.format !== 'avif') return picture
  const { quality: _, ...rest } = picture
  return (Number(picture.width) <= SMALL ? { ...rest, quality: SMALL_QUALITY } : rest) as T
}

/**
 * Astro's own pictures, and cards: `getImage({ src, card })` sets a headline beside a photograph, for link previews.
 * What is drawn is part of a picture's name, so a card is made again when its words or its design change, not otherwise.
 * Development shows the photograph alone.
 */
const service: LocalImageService = {
  ...sharpService,
  propertiesToHash: [...(baseService.propertiesToHash ?? []), 'drawing'],

  async validateOptions(options, config, logger) {
    const valid = (await sharpService.validateOptions?.(options, config, logger)) ?? options
    return valid.card ? { ...valid, drawing: digestOf(valid.card as Card) } : atItsQuality(valid)
  },

  async getSrcSet(options, config, logger) {
    const set = (await sharpService.getSrcSet?.(options, config, logger)) ?? []
    return set.map((one) => ({ ...one, transform: atItsQuality(one.transform) }))
  },

  async transform(photo, options, config, logger) {
    if (!options.card) return await sharpService.transform(photo, options, config, logger)
    const { default: sharp } = await import('sharp')
    const data = await sharp(photo)
      .resize(PHOTO.width, PHOTO.height, { fit: 'cover' })
      .extend({ left: PHOTO.left, bottom: PREVIEW.height - PHOTO.height, background: NIGHT })
      .composite([{ input: Buffer.from(drawCard(options.card as Card)) }])
      .jpeg(config.service.config.jpeg)
      .toBuffer()
    return { data, format: 'jpeg' }
  },
}
export default service
