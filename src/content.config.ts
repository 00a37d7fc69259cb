import { defineCollection, type SchemaContext } from 'astro:content'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader } from 'astro/loaders'
import * as z from 'zod'
import { postFolder } from '#build/post-folder.ts'
import { pricesOfNow } from '#build/prices-of-now.ts'
import { aboutShape } from '#contract/content/about.ts'
import { brandShape } from '#contract/content/brand.ts'
import {
  type ContentProblem,
  entryId,
  parseContent,
  type Required,
  readList,
  readRecord,
} from '#contract/content/list.ts'
import { EVERY_LOCATION, locationShape } from '#contract/content/location.ts'
import { navigationShape } from '#contract/content/navigation.ts'
import { EVERY_PAYMENT_METHOD, paymentMethodShape } from '#contract/content/payment-method.ts'
import { EVERY_PLAN, membershipPlanShape, planShape } from '#contract/content/plan.ts'
import { postShape } from '#contract/content/post.ts'
import { addOnShape, priceTableContentShape, pricingExtraShape } from '#contract/content/price.ts'
import { picturePath } from '#contract/content/values.ts'
import { amenityShape, benefitShape, questionShape, statisticShape, testimonialShape } from '#contract/content/words.ts'

type Entry = Record<string, unknown>

/**
 * Astro's own `file` loader logs a broken or missing file and goes on with what it has. This one stops the build with
 * every wrong field named; `read` checks the whole file, `edit` may put what is newer in its place, `schema` then turns
 * each entry into what pages get.
 */
function contentFile(
  file: string,
  read: (data: unknown) => void,
  edit = async (data: unknown, _warn: (sentence: string) => void): Promise<unknown> => data,
): Loader {
  return {
    name: 'content-file',
    load: async ({ config, store, parseData, watcher, logger }) => {
      const filePath = fileURLToPath(new URL(file, config.root))
      const load = async () => {
        const written = parseContent(file, await readFile(filePath, 'utf8'))
        read(written)
        const data = await edit(written, (sentence) => logger.warn(sentence))
        store.clear()
        for (const [position, entry] of ((Array.isArray(data) ? data : [data]) as Entry[]).entries()) {
          const id = entryId(entry) ?? 'only'
          store.set({ id, data: await parseData({ id, data: { ...entry, position }, filePath }), filePath: file })
        }
      }
      await load()
      watcher?.add(filePath)
      watcher?.on('change', (changed) => {
        if (changed === filePath) load().catch((problem: ContentProblem) => logger.error(problem.message))
      })
    },
  }
}

/** Astro sorts its entries by id; the place in the file is kept, for `inFileOrder`. */
const positioned = <Shape extends z.ZodType<object>>(shape: Shape) =>
  z.looseObject({ position: z.int() }).transform(({ position, ...entry }) => ({ ...shape.parse(entry), position }))

/** A file of several entries. */
const list = <Shape extends z.ZodType<object>>(name: string, shape: Shape, required?: Required) =>
  defineCollection({
    loader: contentFile(`content/${name}.json`, (data) => readList(`content/${name}.json`, data, shape, required)),
    schema: positioned(shape),
  })

const PRICES = 'content/prices.json'
const readTables = (data: unknown) => readList(PRICES, data, priceTableContentShape, EVERY_LOCATION)

/** The path of a picture that is there. */
const picture = picturePath((path) => existsSync(join('content', path)))

export const collections = {
  locations: defineCollection({
    loader: contentFile('content/locations.json', (data) =>
      readList('content/locations.json', data, locationShape(picture), EVERY_LOCATION),
    ),
    schema: ({ image }: SchemaContext) => positioned(locationShape(image())),
  }),
  plans: list('plans', planShape, EVERY_PLAN),
  prices: defineCollection({
    loader: contentFile(PRICES, readTables, (data, warn) => pricesOfNow(readTables(data), process.env, warn)),
    schema: positioned(priceTableContentShape),
  }),
  membershipPlans: list('membership-plans', membershipPlanShape, EVERY_PLAN),
  addOns: list('add-ons', addOnShape),
  pricingExtras: list('pricing-extras', pricingExtraShape),
  paymentMethods: list('payment-methods', paymentMethodShape, EVERY_PAYMENT_METHOD),
  testimonials: list('testimonials', testimonialShape),
  faq: list('faq', questionShape),
  statistics: list('statistics', statisticShape),
  amenities: list('amenities', amenityShape),
  benefits: list('benefits', benefitShape),
  posts: defineCollection({
    loader: postFolder('content/blog'),
    schema: ({ image }: SchemaContext) => postShape(image()).extend({ words: z.int(), readTime: z.int() }),
  }),
  /** One record: `only(await getCollection('brand'))`. */
  brand: defineCollection({
    loader: contentFile('content/brand.json', (data) => readRecord('content/brand.json', data, brandShape)),
    schema: positioned(brandShape),
  }),
  /** One record, as the brand. */
  about: defineCollection({
    loader: contentFile('content/about.json', (data) => readRecord('content/about.json', data, aboutShape(picture))),
    schema: ({ image }: SchemaContext) => positioned(aboutShape(image())),
  }),
  /** One record, as the brand. */
  navigation: defineCollection({
    loader: contentFile('content/navigation.json', (data) =>
      readRecord('content/navigation.json', data, navigationShape),
    ),
    schema: positioned(navigationShape),
  }),
}
