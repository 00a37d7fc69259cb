import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:painted'?: boolean
  }
}

/** Adds `client:painted`: an island whose scripts load after the first paint, which would share the line with them. */
export function clientPainted(): AstroIntegration {
  return {
    name: 'client-painted',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'painted', entrypoint: './src/islands/painted.ts' }),
    },
  }
}
