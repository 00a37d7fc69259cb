import type { Plugin } from 'vite'

const ISLAND =
  /component-url="\/([^"]+)" component-export="[^"]*" renderer-url="\/([^"]+)" props="[^"]*" ssr client="(load|painted)"/g

/** Names in each page what its island imports, so that a browser requests it at once instead of one import after another. */
export function islandModules() {
  const imports = new Map<string, readonly string[]>()
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
      for (const file of Object.values(bundle)) if (file.type === 'chunk') imports.set(file.fileName, file.imports)
    },
  }

  /** An island that starts after the first paint also requests its modules then. */
  const link = (html: string): string => {
    const links: string[] = []
    const rest = html.replace(ISLAND, (island: string, component: string, renderer: string, start: string) => {
      const modules = listModules(component, renderer)
      if (start === 'painted') return `${island} data-modules="${modules.join(' ')}"`
      links.push(...modules.map((module) => `<link rel="modulepreload" href="${module}">`))
      return island
    })
    return rest.replace('</head>', () => `${links.join('')}</head>`)
  }
  return { collect, link }
}
