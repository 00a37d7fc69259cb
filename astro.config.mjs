import { readFileSync } from 'node:fs'
import mdx from '@astrojs/mdx'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'
import { clientPainted } from './src/build/client-painted.ts'
import { showContentProblems } from './src/build/content-problems.ts'
import { readEdition, withoutServer } from './src/build/edition.ts'
import { finishPages } from './src/build/finish-pages.ts'
import { getUnicodeRange, makeExtraFonts } from './src/build/fonts.ts'
import { iconImports } from './src/build/icon-imports.ts'
import { addDefaultPolicy, addInlineHashes } from './src/build/inline-hashes.ts'
import { inlineProperties } from './src/build/inline-properties.ts'
import { islandChunks } from './src/build/island-chunks.ts'
import { islandModules } from './src/build/island-modules.ts'
import { deferScripts, mergeStyles, shortenScopeAttributes, stripIconNames } from './src/build/optimize-html.ts'
import { precompress } from './src/build/precompress.ts'
import { pruneStyles } from './src/build/prune-styles.ts'
import { receiptReader } from './src/build/receipt-reader.ts'
import { redirects } from './src/build/redirects.ts'
import { renderOnRequest } from './src/build/render-on-request.ts'
import { retryDynamicImports } from './src/build/retry-dynamic-imports.ts'
import { reportSampleContent } from './src/build/sample-content.ts'
import { shortenClasses } from './src/build/shorten-classes.ts'
import { sitemap } from './src/build/sitemap.ts'
import { headers, rejectLocalSiteUrl } from './src/build/static-host-headers.ts'
import { stripSchemas } from './src/build/strip-schemas.ts'
import { getPageDirectives } from './src/contract/content-security-policy.ts'

const project = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

const port = process.env.PORT ?? '4321'

rejectLocalSiteUrl(process.env)
const extra = await makeExtraFonts()
const DEVANAGARI = 'U+900-97F'
const edition = readEdition(process.env)
const modules = islandModules()

export default defineConfig({
  site: process.env.SITE_URL || `http://localhost:${port}`,
  output: 'static',
  // src/server/main.ts serves dist/client and passes the rest to this handler.
  adapter: node({ mode: 'middleware', bodySizeLimit: 6 * 1_048_576 }),
  integrations: [
    react(),
    clientPainted(),
    mdx(),
    sitemap(),
    renderOnRequest(/^src\/pages\/(api|sandbox)\//),
    finishPages(
      mergeStyles,
      pruneStyles,
      inlineProperties,
      shortenClasses,
      deferScripts,
      modules.link,
      stripIconNames,
      shortenScopeAttributes,
      addInlineHashes,
      addDefaultPolicy,
    ),
    receiptReader(),
    redirects(),
    headers(process.env.SITE_URL || `http://localhost:${port}`),
    // Static hosts compress files themselves.
    ...(edition ? [withoutServer(edition)] : [precompress()]),
    reportSampleContent('content'),
    showContentProblems(),
  ],
  // npm ci empties node_modules; encoded images survive here.
  cacheDir: './.cache/astro',
  // Highlighted code would need inline styles, which the policy forbids; posts contain none.
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  // Rendering waits for files and hashes, so pages render concurrently.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  compressHTML: true,
  // server/http checks the origin for every content type; Astro's check covers forms only.
  security: {
    checkOrigin: false,
    csp: {
      styleDirective: { resources: ["'self'"] },
      directives: [...getPageDirectives(edition)],
    },
  },
  devToolbar: { enabled: false },
  image: {
    // JPEG is used for link previews only.
    service: {
      entrypoint: './src/build/image-service.ts',
      config: { avif: { effort: 0, quality: 42 }, webp: { effort: 2 }, jpeg: { quality: 76 } },
    },
  },
  // Devanagari has a variable of its own: the font has the letters of our names only, and a customer's name in some of
  // its letters and some of the reader's would look patched.
  fonts: [anek('--font-anek', ['U+0-8FF', 'U+980-10FFFF']), anek('--font-anek-native', [DEVANAGARI])],
  vite: {
    plugins: [
      modules.collect,
      iconImports(),
      tailwindcss(),
      retryDynamicImports(),
      ...(edition ? [] : [stripSchemas()]),
    ],
    environments: {
      // Sandbox pages are rendered on request by packages that production does not install.
      ssr: { resolve: { noExternal: true, external: Object.keys(project.dependencies) } },
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: ({ name }) => `_astro/${name.replace(/\.astro_.*/, '')}.[hash].js`,
              // Every island needs all of React.
              codeSplitting: {
                groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }, ...islandChunks()],
              },
            },
          },
        },
      },
    },
    build: {
      // Small scripts are inlined, because a request costs more; larger ones stay files, as no first view needs them.
      assetsInlineLimit: (file, content) => (/\.m?[jt]s/.test(file) ? content.length < 280 : undefined),
      rolldownOptions: { onwarn: (warning, log) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && log(warning) },
    },
  },
})

/** @returns {NonNullable<import('astro').AstroUserConfig['fonts']>[number]} */
function anek(cssVariable, unicodeRange) {
  const isNative = unicodeRange.includes(DEVANAGARI)
  const face = { weight: '400 650', stretch: '75% 100%', style: 'normal', display: 'swap' }
  return {
    provider: fontProviders.local(),
    name: 'Anek',
    cssVariable,
    // src/styles/fallback-font.css has the first, one face per width; Astro's own supports a single width.
    fallbacks: ['Anek fallback', 'system-ui', 'sans-serif'],
    optimizedFallbacks: false,
    options: {
      variants: [
        { ...face, src: ['./src/assets/fonts/anek.woff2'], unicodeRange },
        ...extra
          .filter(({ script }) => (script === 'devanagari') === isNative)
          .map(({ src, letters }) => ({ ...face, src: [`./${src}`], unicodeRange: getUnicodeRange(letters) })),
      ],
    },
  }
}
