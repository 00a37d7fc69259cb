import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { getSingleEntry } from '#contract/content/entries.ts'
import { PAPER } from '#styles/hex-colors.ts'

const icon = (name: string, pixels: number, purpose?: 'maskable') => ({
  src: `/${name}-${pixels}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
})

export const GET: APIRoute = async () => {
  const { name } = getSingleEntry(await getCollection('brand'))
  return Response.json({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: PAPER,
    theme_color: PAPER,
    icons: [icon('icon', 192), icon('icon', 512), icon('icon-maskable', 512, 'maskable')],
  })
}
