import { defineCollection, type SchemaContext } from 'astro:content'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { contentFile } from '#build/content-file.ts'
import { loadCurrentClosures } from '#build/current-closures.ts'
import { loadCurrentPrices } from '#build/current-prices.ts'
import { loadCurrentSeats } from '#build/current-seats.ts'
import { postFolder } from '#build/post-folder.ts'
import { aboutSchema } from '#contract/content/about.ts'
import { amenitySchema } from '#contract/content/amenity.ts'
import { benefitSchema } from '#contract/content/benefit.ts'
import { brandSchema } from '#contract/content/brand.ts'
import { type RequiredEntries, readList, readRecord } from '#contract/content/entries.ts'
import { fiscalYearSchema, readFiscalYears } from '#contract/content/fiscal-year.ts'
import { holidaySchema } from '#contract/content/holiday.ts'
import { locationSchema, REQUIRED_LOCATIONS } from '#contract/content/location.ts'
import { navigationSchema } from '#contract/content/navigation.ts'
import { paymentMethodSchema, REQUIRED_PAYMENT_METHODS } from '#contract/content/payment-method.ts'
import { membershipPlanSchema, planSchema, REQUIRED_PLANS } from '#contract/content/plan.ts'
import { postSchema } from '#contract/content/post.ts'
import { addOnSchema, priceTableContentSchema, pricingExtraSchema } from '#contract/content/price.ts'
import { questionSchema } from '#contract/content/question.ts'
import { roomSchema } from '#contract/content/room.ts'
import { statisticSchema } from '#contract/content/statistic.ts'
import { testimonialSchema } from '#contract/content/testimonial.ts'
import { imagePath } from '#contract/content/values.ts'
import type { ListedClosure } from '#domain/closure.ts'

/** Astro sorts entries by id, so the position in the file is stored for `sortByPosition`. */
const positioned = <Schema extends z.ZodType<object>>(schema: Schema) =>
  z.looseObject({ position: z.int() }).transform(({ position, ...entry }) => ({ ...schema.parse(entry), position }))

const list = <Schema extends z.ZodType<object>>(name: string, schema: Schema, required?: RequiredEntries) =>
  defineCollection({
    loader: contentFile(`content/${name}.json`, (data) => readList(`content/${name}.json`, data, schema, required)),
    schema: positioned(schema),
  })

const PRICES = 'content/prices.json'
const readTables = (data: unknown) => readList(PRICES, data, priceTableContentSchema, REQUIRED_LOCATIONS)

const imageSchema = imagePath((path) => existsSync(join('content', path)))
const LOCATIONS = 'content/locations.json'
const readLocations = (data: unknown) => readList(LOCATIONS, data, locationSchema(imageSchema), REQUIRED_LOCATIONS)

export const collections = {
  locations: defineCollection({
    loader: contentFile(LOCATIONS, readLocations, (data, warn) =>
      loadCurrentSeats(readLocations(data), process.env, warn),
    ),
    schema: ({ image }: SchemaContext) => positioned(locationSchema(image())),
  }),
  rooms: defineCollection({
    loader: contentFile('content/rooms.json', (data) => readList('content/rooms.json', data, roomSchema(imageSchema))),
    schema: ({ image }: SchemaContext) => positioned(roomSchema(image())),
  }),
  plans: list('plans', planSchema, REQUIRED_PLANS),
  prices: defineCollection({
    loader: contentFile(PRICES, readTables, (data, warn) => loadCurrentPrices(readTables(data), process.env, warn)),
    schema: positioned(priceTableContentSchema),
  }),
  /** One record, because Astro warns of a collection without entries. */
  closures: defineCollection({
    loader: {
      name: 'current-closures',
      load: async ({ store, logger }) => {
        const list = await loadCurrentClosures(process.env, (message) => logger.warn(message))
        store.clear()
        store.set({ id: 'only', data: { list } })
      },
    },
    schema: z.object({ list: z.array(z.custom<ListedClosure>()) }),
  }),
  /** Checked here and used by the server (`getHolidaySamples`). */
  holidays: list('holidays/2083', holidaySchema),
  /** The server reads them with `getFiscalYears`. */
  fiscalYears: defineCollection({
    loader: contentFile('content/fiscal-years.json', readFiscalYears),
    schema: positioned(fiscalYearSchema),
  }),
  membershipPlans: list('membership-plans', membershipPlanSchema, REQUIRED_PLANS),
  addOns: list('add-ons', addOnSchema),
  pricingExtras: list('pricing-extras', pricingExtraSchema),
  paymentMethods: list('payment-methods', paymentMethodSchema, REQUIRED_PAYMENT_METHODS),
  testimonials: list('testimonials', testimonialSchema),
  faq: list('faq', questionSchema),
  statistics: list('statistics', statisticSchema),
  amenities: list('amenities', amenitySchema),
  benefits: list('benefits', benefitSchema),
  posts: defineCollection({
    loader: postFolder('content/blog'),
    schema: ({ image }: SchemaContext) => postSchema(image()).extend({ words: z.int(), readTime: z.int() }),
  }),
  brand: defineCollection({
    loader: contentFile('content/brand.json', (data) => readRecord('content/brand.json', data, brandSchema)),
    schema: positioned(brandSchema),
  }),
  about: defineCollection({
    loader: contentFile('content/about.json', (data) =>
      readRecord('content/about.json', data, aboutSchema(imageSchema)),
    ),
    schema: ({ image }: SchemaContext) => positioned(aboutSchema(image())),
  }),
  navigation: defineCollection({
    loader: contentFile('content/navigation.json', (data) =>
      readRecord('content/navigation.json', data, navigationSchema),
    ),
    schema: positioned(navigationSchema),
  }),
}
