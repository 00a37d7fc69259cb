import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content'
import { getSingleEntry, sortByPosition } from '#contract/content/entries.ts'
import { listDestinations } from '#contract/content/navigation.ts'

type SortedCollection = {
  [Name in CollectionKey]: CollectionEntry<Name>['data'] extends { position: number } ? Name : never
}[CollectionKey]

/** The only entry of a collection such as `brand`. */
export const readSingle = async <Name extends CollectionKey>(name: Name): Promise<CollectionEntry<Name>['data']> =>
  getSingleEntry<CollectionEntry<Name>['data']>(await getCollection(name))

/** The seller as printed pages name it. */
export async function readSeller() {
  const { legalName: name, address, registration, email, phone } = await readSingle('brand')
  return { name, address, pan: registration.pan, email, phone }
}

/** A collection in the order of its content file. */
export const readSorted = async <Name extends SortedCollection>(name: Name) =>
  sortByPosition<CollectionEntry<Name>['data']>(await getCollection(name))

/** Labels and URLs of those of these pages that exist. */
export const listPages = async (ids: readonly string[]) => listDestinations(await readSingle('navigation'), ids)

export const getPageUrl = async (id: string, fallback = '/'): Promise<string> =>
  (await listPages([id]))[0]?.href ?? fallback
