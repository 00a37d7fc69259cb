import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const IMPORT = /import \{([^}]*)\} from ['"]lucide-react['"];?/g

/**
 * Imports each icon from its own file. Through the list of all icons every module seems to use every icon, so that none
 * can be grouped with the island that shows it.
 */
export function iconImports() {
  const files = readFiles()
  const handler = (code: string) => code.replaceAll(IMPORT, (_, names: string) => importEach(names, files))
  return {
    name: 'icon-imports',
    enforce: 'pre',
    transform: { filter: { code: 'lucide-react', id: { exclude: /node_modules/ } }, handler },
  } as const satisfies Plugin
}

function importEach(names: string, files: ReadonlyMap<string, string>): string {
  const imports = names.split(',').flatMap((text) => {
    const [name = '', alias = name] = text.trim().split(' as ')
    if (name === '' || name.startsWith('type ')) return []
    const file = files.get(name)
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`)
    return `import ${alias} from 'lucide-react/icons/${file}'`
  })
  return imports.join(';')
}

/** The file of each name, such as circle-question-mark of CircleHelp. */
function readFiles(): Map<string, string> {
  const list = readFileSync('node_modules/lucide-react/dist/esm/lucide-react.mjs', 'utf8')
  return new Map(
    [...list.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}
