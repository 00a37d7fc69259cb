import type { APIRoute } from 'astro'
import { isOnMap } from '#build/valley.ts'
import { drawValleyMap } from '#build/valley-map.ts'
import { readSorted } from '#collections.ts'

/** The map of all locations, and one for the page of each that it shows. */
export const getStaticPaths = async () => [
  { params: { name: 'valley' } },
  ...(await readSorted('locations')).filter(({ geo }) => isOnMap(geo)).map(({ id }) => ({ params: { name: id } })),
]

export const GET: APIRoute = async ({ params: { name } }) => {
  const locations = await readSorted('locations')
  const { id } = locations.find(({ id }) => id === name) ?? {}
  return new Response(drawValleyMap(locations, id), { headers: { 'content-type': 'image/svg+xml' } })
}
