import { createHash } from 'node:crypto'
import type { ImageTransform, LocalImageService } from 'astro'
import { baseService } from 'astro/assets'
import sharpService from 'astro/assets/services/sharp'
import { PREVIEW_IMAGE_SIZE } from '#domain/page-metadata.ts'
import { NIGHT } from '#styles/hex-colors.ts'
import { drawPreviewCard, PHOTO, type PreviewCard } from './preview-card.ts'

/** Pixels. Smaller images are for phones, whose dense screens hide a lower quality. */
const SMALL_WIDTH = 800
const SMALL_QUALITY = 32

const digests = new Map<string, string>()
function getCardDigest(card: PreviewCard): string {
  const key = JSON.stringify(card)
  const digest = digests.get(key) ?? createHash('sha256').update(drawPreviewCard(card)).digest('base64url')
  digests.set(key, digest)
  return digest
}

const setQuality = <T extends Pick<ImageTransform, 'format' | 'width' | 'quality'>>(transform: T): T => {
  if (transform.format !== 'avif') return transform
  const { quality: _, ...rest } = transform
  return (Number(transform.width) <= SMALL_WIDTH ? { ...rest, quality: SMALL_QUALITY } : rest) as T
}

/**
 * Astro's image service, and cards: `getImage({ src, card })` sets a headline beside a photograph for link previews.
 * Development shows the photograph alone.
 */
const service: LocalImageService = {
  ...sharpService,
  propertiesToHash: [...(baseService.propertiesToHash ?? []), 'drawing'],

  async validateOptions(options, config, logger) {
    const valid = (await sharpService.validateOptions?.(options, config, logger)) ?? options
    return valid.card ? { ...valid, drawing: getCardDigest(valid.card as PreviewCard) } : setQuality(valid)
  },

  async getSrcSet(options, config, logger) {
    const set = (await sharpService.getSrcSet?.(options, config, logger)) ?? []
    return set.map((source) => ({ ...source, transform: setQuality(source.transform) }))
  },

  async transform(photo, options, config, logger) {
    if (!options.card) return await sharpService.transform(photo, options, config, logger)
    const { default: sharp } = await import('sharp')
    const data = await sharp(photo)
      .resize(PHOTO.width, PHOTO.height, { fit: 'cover' })
      .extend({ left: PHOTO.left, bottom: PREVIEW_IMAGE_SIZE.height - PHOTO.height, background: NIGHT })
      .composite([{ input: Buffer.from(drawPreviewCard(options.card as PreviewCard)) }])
      .jpeg(config.service.config.jpeg)
      .toBuffer()
    return { data, format: 'jpeg' }
  },
}
export default service
