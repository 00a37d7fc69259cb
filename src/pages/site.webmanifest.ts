import type { APIRoute } from 'astro'
import { readSingle } from '#collections.ts'
import { PAPER } from '#styles/hex-colors.ts'

const icon = (name: string, pixels: number, purpose?: 'maskable') => ({
  src: `/${name}-${pixels}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
})

export const GET: APIRoute = async () => {
  const { name } = await readSingle('brand')
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
