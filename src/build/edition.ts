import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { EditionSettings } from '#contract/edition.ts'
import { formatMissingKeyMessage } from '#domain/assistant/offline-answer.ts'
import { isEmail } from '#domain/contact.ts'
import { DEFAULT_MODEL } from '#server/env.ts'
import { readEditionBusiness } from './edition-business.ts'

const DEMO_STAFF = { email: 'demo@chautari.example', password: 'chautari-demo' }

/** Settings of the edition without a server; undefined for the default edition. */
export function readEdition(environment: Record<string, string | undefined>): EditionSettings | undefined {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined
  const backend = value('PUBLIC_BACKEND') ?? 'server'
  if (backend === 'server') return undefined
  if (backend !== 'browser')
    throw new Error(`PUBLIC_BACKEND is "${backend}": set it to server or browser, or remove it.`)

  const email = value('PUBLIC_DEMO_STAFF_EMAIL') ?? DEMO_STAFF.email
  const password = value('PUBLIC_DEMO_STAFF_PASSWORD') ?? DEMO_STAFF.password
  if (!isEmail(email)) throw new Error(`PUBLIC_DEMO_STAFF_EMAIL is "${email}": set it to an email address.`)
  // The password of this edition is readable in the page scripts.
  if (password === value('STAFF_PASSWORD'))
    throw new Error(
      'PUBLIC_DEMO_STAFF_PASSWORD is the same as STAFF_PASSWORD: set it to a password that is used nowhere else.',
    )

  const key = value('PUBLIC_GEMINI_API_KEY')
  return {
    business: readEditionBusiness(environment),
    staff: { email, password },
    ...(key && { assistant: { key, model: value('GEMINI_MODEL') ?? DEFAULT_MODEL } }),
  }
}

/** Modules with two implementations, and the one of the edition without a server. */
const BROWSER_IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  'src/components/layout/Newsletter.astro': 'src/components/layout/NewsletterUnavailable.astro',
  'src/components/location/WaitingForm.astro': 'src/components/location/WaitingFormUnavailable.astro',
  'src/components/sections/MessageForm.astro': 'src/components/sections/MessageFormUnavailable.astro',
  'src/islands/booking/RoomChoice.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/booking/TourForm.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/booking/WaitForDay.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/Bills.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/CalendarButton.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/Details.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/FindBooking.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/LaterSections.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/ResendButton.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/islands/payment/your-booking/YourTour.tsx': 'src/islands/ui/NoComponent.tsx',
  'src/pages/privacy.astro': 'src/pages/_privacy-without-server.astro',
  'src/stores/booking/held-seat.ts': 'src/stores/booking/no-held-seat.ts',
  'src/stores/card-provider.ts': 'src/stores/no-card-provider.ts',
  'src/stores/closures.ts': 'src/stores/no-closures.ts',
  'src/stores/ledger/index.ts': 'src/stores/ledger/browser/index.ts',
  'src/stores/ledger/customer.ts': 'src/stores/ledger/browser/customer.ts',
  'src/stores/admin/ledger.ts': 'src/stores/ledger/browser/staff/index.ts',
  'src/stores/admin/tab-events.ts': 'src/stores/ledger/browser/staff/tab-events.ts',
  'src/stores/chat/assistant.ts': 'src/stores/chat/browser-assistant.ts',
  'src/stores/shown-prices.ts': 'src/stores/browser-shown-prices.ts',
}

const SIMULATED_IMPLEMENTATIONS: Readonly<Record<string, string>> = {
  'src/stores/payment/receipt-reader.ts': 'src/stores/payment/simulated-receipt-reader.ts',
}

const SERVER_ONLY_PAGES =
  /^src\/pages\/(api\/|sandbox\/|contact\/|newsletter\/|waiting\/|your-booking\/|confirm-email\.|stop-reminders\.|admin\/(join|\[serverScreen\])\.)/

/** Astro cannot leave a page out, so these are built empty into the server output, which is discarded. */
const EMPTY_PAGES: Readonly<Record<string, string>> = {
  astro: '---\nexport const prerender = false\n---\n',
  ts: 'export const prerender = false\nexport const ALL = () => new Response(null, { status: 404 })\n',
}

/** Replaces the server's modules by the browser's before bundling, and outputs static files only. */
export const withoutServer = (settings: EditionSettings): AstroIntegration => ({
  name: 'without-server',
  hooks: {
    'astro:config:setup': ({ config, logger, updateConfig }) => {
      if (!settings.assistant)
        logger.warn(`the assistant is offline. ${formatMissingKeyMessage('PUBLIC_GEMINI_API_KEY')}`)
      const root = fileURLToPath(config.root)
      const load = (id: string): string | undefined => {
        const file = relative(root, id)
        const replacement =
          BROWSER_IMPLEMENTATIONS[file] ?? (settings.business.simulatedReading && SIMULATED_IMPLEMENTATIONS[file])
        // A component is compiled under its import path, so its source is returned.
        if (replacement?.endsWith('.astro')) return readFileSync(join(root, replacement), 'utf8')
        // Components are default exports.
        const exported = replacement?.endsWith('.tsx') ? '{ default }' : '*'
        if (replacement) return `export ${exported} from ${JSON.stringify(join(root, replacement))}`
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

/** Hosts without clean URLs serve `/pricing` only from a folder with an index. */
function writeFolderIndexes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const page = basename(name, '.html')
    if (!name.endsWith('.html') || page === 'index' || page === '404') continue
    const pageFolder = join(folder, dirname(name), page)
    mkdirSync(pageFolder, { recursive: true })
    copyFileSync(join(folder, name), join(pageFolder, 'index.html'))
  }
}
