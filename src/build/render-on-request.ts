import type { AstroIntegration } from 'astro'

/** Renders the routes of these files on request, so that none of them has to export `prerender`. */
export const renderOnRequest = (files: RegExp): AstroIntegration => ({
  name: 'render-on-request',
  hooks: {
    'astro:route:setup': ({ route }) => {
      if (files.test(route.component)) route.prerender = false
    },
  },
})
