import { posix } from 'node:path'
import type { Plugin } from 'vite'

const ISLAND =
  /component-url="\/([^"]+)" component-export="([^"]*)" renderer-url="\/([^"]+)" props="[^"]*" ssr client="(load|painted)"/g
const STARTS_AT_ONCE = /<astro-island [^>]*client="(?:load|painted)"/g

/** An entry whose code is in a shared chunk only exports it again. */
const FACADE = /^export\s*\{\s*([\w$]+) as default\s*\}\s*from\s*["']([^"']+)["'];?\s*$/

/**
 * Names in each page what its island imports, so that a browser requests it at once instead of one import after another,
 * and the chunk that has the island instead of its facade, which would be one more request.
 */
export function islandModules() {
  const imports = new Map<string, readonly string[]>()
  const facades = new Map<string, { chunk: string; name: string }>()
  const listModules = (...files: string[]): string[] => {
    const modules = new Set(files)
    for (const file of modules) for (const imported of imports.get(file) ?? []) modules.add(imported)
    return [...modules].map((file) => `/${file}`)
  }

  const collect: Plugin = {
    name: 'island-modules',
    apply: 'build',
    // Vite removes chunks that contain only styles before.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        imports.set(file.fileName, file.imports)
        const [, name, source] = FACADE.exec(file.code) ?? []
        if (name && source)
          facades.set(file.fileName, { chunk: posix.join(posix.dirname(file.fileName), source), name })
      }
    },
  }

  /** An island that starts after the first paint also requests its modules then. */
  const link = (html: string): string => {
    const links: string[] = []
    let found = 0
    const rest = html.replace(
      ISLAND,
      (island: string, url: string, exported: string, renderer: string, start: string) => {
        found++
        const { chunk, name } = facades.get(url) ?? { chunk: url, name: exported }
        const modules = listModules(chunk, renderer)
        const named = island
          .replace(`component-url="/${url}"`, `component-url="/${chunk}"`)
          .replace(`component-export="${exported}"`, `component-export="${name}"`)
        if (start === 'painted') return `${named} data-modules="${modules.join(' ')}"`
        links.push(...modules.map((module) => `<link rel="modulepreload" href="${module}">`))
        return named
      },
    )
    if (found < (html.match(STARTS_AT_ONCE) ?? []).length)
      throw new Error('An island has other attributes than expected')
    return rest.replace('</head>', () => `${links.join('')}</head>`)
  }
  return { collect, link }
}
