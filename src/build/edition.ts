import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { EditionSettings } from '#contract/edition.ts'
import { formatMissingKeyMessage } from '#domain/assistant/offline-answer.ts'
import { isEmail } from '#domain/contact.ts'
import { DEFAULT_MODEL } from '#server/env.ts'
import { readEditionBusiness } from './edition-business.ts'

/** The settings of the edition without a server; undefined for the other, which is the default. */
export type Edition = EditionSettings | undefined

const DEMO_STAFF = { email: 'demo@chautari.example', password: 'chautari-demo' }

/** Throws a sentence that says what to set. */
export function readEdition(from: Record<string, string | undefined>): Edition {
  const value = (name: string): string | undefined => from[name]?.trim() || undefined
  const backend = value('PUBLIC_BACKEND') ?? 'server'
  if (backend === 'server') return undefined
  if (backend !== 'browser')
    throw new Error(`PUBLIC_BACKEND is "${backend}": set it to server or browser, or leave it out.`)

  const email = value('PUBLIC_DEMO_STAFF_EMAIL') ?? DEMO_STAFF.email
  const password = value('PUBLIC_DEMO_STAFF_PASSWORD') ?? DEMO_STAFF.password
  if (!isEmail(email)) throw new Error(`PUBLIC_DEMO_STAFF_EMAIL is "${email}": set it to an email address.`)
  // Everybody can read the one in the pages' scripts.
  if (password === value('STAFF_PASSWORD'))
    throw new Error('PUBLIC_DEMO_STAFF_PASSWORD is the password of STAFF_PASSWORD: set it to one that nobody uses.')

  const key = value('PUBLIC_GEMINI_API_KEY')
  return {
    business: readEditionBusiness(from),
    staff: { email, password },
    ...(key && { assistant: { key, model: value('GEMINI_MODEL') ?? DEFAULT_MODEL } }),
  }
}

/** What has two implementations, and the one of the edition without a server. Nothing else knows which one it talks to. */
const BROWSER_IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  'src/components/layout/Newsletter.astro': 'src/components/layout/NewsletterUnavailable.astro',
  'src/components/sections/MessageForm.astro': 'src/components/sections/MessageFormUnavailable.astro',
  'src/pages/privacy.astro': 'src/pages/_privacy-without-server.astro',
  'src/stores/card-provider.ts': 'src/stores/no-card-provider.ts',
  'src/stores/ledger/index.ts': 'src/stores/ledger/browser/index.ts',
  'src/stores/admin/ledger.ts': 'src/stores/ledger/browser/staff/index.ts',
  'src/stores/admin/event-stream.ts': 'src/stores/ledger/browser/staff/event-stream.ts',
  'src/stores/chat/assistant.ts': 'src/stores/chat/browser-assistant.ts',
  'src/stores/shown-prices.ts': 'src/stores/browser-shown-prices.ts',
}

/** Where the demo's switch asks for it: nothing of the reader itself is loaded then. */
const SIMULATED_IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  'src/stores/payment/receipt-reader.ts': 'src/stores/payment/simulated-receipt-reader.ts',
}

/** Pages that only a server sends somebody to, and screens of its staff. */
const SERVER_ONLY_PAGES =
  /^src\/pages\/(api\/|sandbox\/|contact\/|newsletter\/|confirm-email\.|admin\/(join|\[office\])\.)/

/** Astro has no way to leave a page out: it is built empty, among what a server would answer, which is thrown away. */
const EMPTY_PAGES: Readonly<Record<string, string>> = {
  astro: '---\nexport const prerender = false\n---\n',
  ts: 'export const prerender = false\nexport const ALL = () => new Response(null, { status: 404 })\n',
}

/**
 * Makes the build one that needs no server: the browser's own implementations take the place of the server's before
 * anything is bundled, and the output is static files alone.
 */
export const withoutServer = (settings: EditionSettings): AstroIntegration => ({
  name: 'without-server',
  hooks: {
    'astro:config:setup': ({ config, logger, updateConfig }) => {
      if (!settings.assistant)
        logger.warn(`the assistant is offline. ${formatMissingKeyMessage('PUBLIC_GEMINI_API_KEY')}`)
      const root = fileURLToPath(config.root)
      const load = (id: string): string | undefined => {
        const file = relative(root, id)
        const own =
          BROWSER_IMPLEMENTATIONS[file] ?? (settings.business.simulatedReading && SIMULATED_IMPLEMENTATIONS[file])
        // A component is compiled under the name that it is asked for by.
        if (own?.endsWith('.astro')) return readFileSync(join(root, own), 'utf8')
        if (own) return `export * from ${JSON.stringify(join(root, own))}`
        return SERVER_ONLY_PAGES.test(file) ? EMPTY_PAGES[file.replace(/.*\./, '')] : undefined
      }
      updateConfig({
        vite: {
          define: { EDITION: JSON.stringify(settings) },
          plugins: [{ name: 'without-server', enforce: 'pre', load }],
        },
      })
    },
    'astro:route:setup': ({ route }) => {
      if (SERVER_ONLY_PAGES.test(route.component)) route.prerender = false
    },
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      rmSync(join(folder, '../server'), { recursive: true, force: true })
      writeFolderIndexes(folder)
    },
  },
})

/** Hosts that take addresses as they stand know `/pricing` only as a folder with an index. */
function writeFolderIndexes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const page = basename(name, '.html')
    if (!name.endsWith('.html') || page === 'index' || page === '404') continue
    const own = join(folder, dirname(name), page)
    mkdirSync(own, { recursive: true })
    copyFileSync(join(folder, name), join(own, 'index.html'))
  }
}
