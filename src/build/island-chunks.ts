import type { Rolldown } from 'vite'

/** The islands whose visitors wait for them. */
const ISLANDS = ['islands/booking/Booking.tsx', 'islands/payment/Payment.tsx', 'islands/payment/YourBooking.tsx']

/** Fewer than three screens of the staff area do not share a file: the others would load too much. */
const SHARED_BY = 3

/**
 * Groups modules by the islands that load them at once, so that an island is a few requests and loads no module of
 * another. Modules that other parts load too are kept apart, so that these parts load no island.
 *
 * A group includes what its modules import, so the modules that most parts share are grouped first.
 */
export const islandChunks = (): Rolldown.CodeSplittingGroup[] => [
  {
    // Scripts of content pages load single modules, which must stay small.
    name: (id, context) => {
      const { islands, isInPage } = findLoaders(id, context)
      return islands.length > 0 && isInPage ? nameOf(id) : null
    },
  },
  {
    // Every page can load the chat, and keeps the styles of all that is loaded with it.
    name: (id, context) => {
      const { islands, isInChat } = findLoaders(id, context)
      return islands.length > 0 && isInChat ? 'chat-and-islands' : null
    },
  },
  ...[3, 2, 1].map((size) => ({
    name: (id: string, context: Rolldown.ChunkingContext) => {
      const { islands, isElsewhere } = findLoaders(id, context)
      const loaders = [...islands.map(nameOf), ...(islands.length === 1 && isElsewhere ? ['site'] : [])]
      return islands.length > 0 && loaders.length === size ? loaders.join('-') : null
    },
  })),
  {
    // Forms of the site load these too, and nothing else of the staff area.
    name: (id, context) => {
      const { staffScreens, isOutsideStaff } = findLoaders(id, context)
      return staffScreens >= SHARED_BY && isOutsideStaff ? 'staff-and-site' : null
    },
  },
  {
    // Signing in loads it, so a screen loads little more.
    name: (id, context) => (findLoaders(id, context).staffScreens >= SHARED_BY ? 'staff' : null),
  },
]

const nameOf = (path: string) => path.replace(/.*\/|\.\w+$/g, '')

/** What imports a module statically: which islands, a script of a content page, another lazy part, how many staff screens. */
function findLoaders(id: string, context: Rolldown.ChunkingContext) {
  const modules = new Set([id])
  for (const module of modules)
    for (const importer of context.getModuleInfo(module)?.importers ?? []) modules.add(importer)
  const loaders = [...modules]
  const islands = ISLANDS.filter((island) => loaders.some((module) => module.endsWith(island)))
  const isInPage = loaders.some((module) => /\.astro\?astro&type=script/.test(module))
  const isInChat = loaders.some((module) => module.includes('/islands/chat/'))
  const parts = loaders.filter((module) => {
    const info = context.getModuleInfo(module)
    return info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0
  })
  const isElsewhere = parts.some((part) => !/islands\/(booking|payment)\//.test(part))
  const isOutsideStaff = parts.some((part) => !/\/(islands|stores)\/admin\//.test(part))
  const staffScreens = parts.filter(
    (part) => part.includes('/islands/admin/') && context.getModuleInfo(part)?.isEntry,
  ).length
  return { islands, isInPage, isInChat, isElsewhere, isOutsideStaff, staffScreens }
}
