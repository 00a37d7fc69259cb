import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { READER_FOLDERS } from '#server/http/headers.ts'

/** The reader requests one of them, depending on the processor. */
const CORES = ['tesseract-core-lstm', 'tesseract-core-simd-lstm', 'tesseract-core-relaxedsimd-lstm'].map(
  (core) => `tesseract.js-core/${core}`,
)

const FILES: Readonly<Record<string, string>> = Object.fromEntries([
  ...[
    'tesseract.js/dist/worker.min.js',
    'tesseract.js/dist/worker.min.js.LICENSE.txt',
    // Compressed but without `.gz` in its name, which servers would send with a content encoding.
    '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
    ...CORES.map((core) => `${core}.wasm`),
  ].map((file) => [basename(file, '.gz'), resolvePackageFile(file)]),
  // The file of this name in the package contains the code as base64, which compresses to 15 % more.
  ...CORES.map((core) => [`${basename(core)}.wasm.js`, resolvePackageFile(`${core}.js`)]),
])

const CONTENT_TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

/** The core is a dependency of the reader, not ours. */
function resolvePackageFile(file: string): string {
  const require = createRequire(import.meta.url)
  return (file.startsWith('tesseract.js-core/') ? createRequire(require.resolve('tesseract.js')) : require).resolve(
    file,
  )
}

/** Serves the receipt reader and its language from our own origin, in a folder named by its content hash. */
export function receiptReader(): AstroIntegration {
  const hash = createHash('sha256')
  for (const file of Object.values(FILES)) hash.update(readFileSync(file))
  const folder = `${READER_FOLDERS}${hash.digest('base64url').slice(0, 8)}`
  return {
    name: 'reader',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            define: { RECEIPT_READER: JSON.stringify(folder) },
            // Without this the development server reloads the page at the first receipt.
            optimizeDeps: { include: ['tesseract.js'] },
          },
        })
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(folder, (request, response, next) => {
          const name = request.url?.slice(1) ?? ''
          const file = FILES[name]
          if (!file) return next()
          response.setHeader('content-type', CONTENT_TYPES[extname(name)] ?? 'application/octet-stream')
          createReadStream(file).pipe(response)
        })
      },
      'astro:build:done': async ({ dir }) => {
        const target = fileURLToPath(new URL(`.${folder}/`, dir))
        await mkdir(target)
        await Promise.all(Object.entries(FILES).map(([name, file]) => copyFile(file, target + name)))
      },
    },
  }
}
