import { readFileSync } from 'node:fs'
import mdx from '@astrojs/mdx'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, fontProviders } from 'astro/config'
import { showContentProblems } from './src/build/content-problems.ts'
import { addDefaultPolicy, addInlineHashes, sha256 } from './src/build/content-security-policy.ts'
import { readEdition, withoutServer } from './src/build/edition.ts'
import { finishPages } from './src/build/finish-pages.ts'
import { getUnicodeRange, makeExtraFonts } from './src/build/fonts.ts'
import { headers, rejectLocalSiteUrl } from './src/build/headers.ts'
import { deferScripts, shortenScopeAttributes, stripIconNames } from './src/build/optimize-html.ts'
import { precompress } from './src/build/precompress.ts'
import { receiptReader } from './src/build/receipt-reader.ts'
import { redirects } from './src/build/redirects.ts'
import { retryDynamicImports } from './src/build/retry-dynamic-imports.ts'
import { reportSampleContent } from './src/build/sample-content.ts'
import { sitemap } from './src/build/sitemap.ts'
import { stripSchemas } from './src/build/strip-schemas.ts'
import { MODEL_HOST } from './src/contract/edition.ts'

const port = process.env.PORT ?? '4321'

rejectLocalSiteUrl(process.env)
const extra = await makeExtraFonts()
const DEVANAGARI = 'U+900-97F'
const edition = readEdition(process.env)

/** Stands in every page as it is. The sandbox's pages are made when somebody asks for them, and no build finishes them. */
const transition = readFileSync(new URL('./src/styles/transition.css', import.meta.url), 'utf8').trim()

export default defineConfig({
  site: process.env.SITE_URL || `http://localhost:${port}`,
  output: 'static',
  // The process in src/server/main.ts serves dist/client itself and hands the rest to this handler.
  adapter: node({ mode: 'middleware', bodySizeLimit: 6 * 1_048_576 }),
  integrations: [
    react(),
    mdx(),
    sitemap(),
    finishPages(deferScripts, stripIconNames, shortenScopeAttributes, addInlineHashes, addDefaultPolicy),
    receiptReader(),
    retryDynamicImports(),
    redirects(),
    headers(process.env.SITE_URL || `http://localhost:${port}`),
    // Hosts of static files compress what they serve themselves.
    ...(edition ? [withoutServer(edition)] : [stripSchemas(), precompress()]),
    reportSampleContent(),
    showContentProblems(),
  ],
  // npm ci empties node_modules; encoded pictures survive it here.
  cacheDir: './.cache/astro',
  // Highlighted code would need inline styles, which the policy forbids; posts have none.
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  // A page waits for files and hashes; others are drawn meanwhile.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  compressHTML: true,
  // Origin checks for every content type are made by server/http; Astro's own knows forms only.
  security: {
    checkOrigin: false,
    // The hashes are those of build/content-security-policy.ts; the headers that a <meta> cannot carry are in server/http/headers.ts.
    csp: {
      styleDirective: { resources: ["'self'"], hashes: [sha256(transition)] },
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        `connect-src ${edition?.assistant ? `'self' ${MODEL_HOST}` : "'self'"}`,
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
    },
  },
  devToolbar: { enabled: false },
  image: {
    // JPEG is for link previews alone.
    service: {
      entrypoint: './src/build/image-service.ts',
      config: { avif: { effort: 0, quality: 42 }, jpeg: { quality: 80, mozjpeg: true } },
    },
  },
  // Devanagari has a variable of its own: the font has the letters of our names only, and a customer's name in some of
  // its letters and some of the reader's would look patched.
  fonts: [anek('--font-anek', ['U+0-8FF', 'U+980-10FFFF']), anek('--font-anek-native', [DEVANAGARI])],
  vite: {
    plugins: [tailwindcss()],
    environments: {
      // A component's script is named after the component, and no more: the page says the name.
      client: {
        build: {
          rolldownOptions: {
            output: { entryFileNames: ({ name }) => `_astro/${name.replace(/\.astro_.*/, '')}.[hash].js` },
          },
        },
      },
    },
    build: {
      // A script of some size stays a file: no page needs one for its first view. A small one costs less in the page.
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
    // src/styles/fallback.css has the first, one face per width; Astro's own knows a single width.
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
