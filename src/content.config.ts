import { defineCollection, type SchemaContext } from 'astro:content'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { contentFile } from '#build/content-file.ts'
import { postFolder } from '#build/post-folder.ts'
import { pricesOfNow } from '#build/prices-of-now.ts'
import { aboutShape } from '#contract/content/about.ts'
import { brandShape } from '#contract/content/brand.ts'
import { type Required, readList, readRecord } from '#contract/content/list.ts'
import { EVERY_LOCATION, locationShape } from '#contract/content/location.ts'
import { navigationShape } from '#contract/content/navigation.ts'
import { EVERY_PAYMENT_METHOD, paymentMethodShape } from '#contract/content/payment-method.ts'
import { EVERY_PLAN, membershipPlanShape, planShape } from '#contract/content/plan.ts'
import { postShape } from '#contract/content/post.ts'
import { addOnShape, priceTableContentShape, pricingExtraShape } from '#contract/content/price.ts'
import { picturePath } from '#contract/content/values.ts'
import { amenityShape, benefitShape, questionShape, statisticShape, testimonialShape } from '#contract/content/words.ts'

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
