import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string | undefined>
}

/** Returns `CHROME_PATH`, else the Chromium of an npm package, else one on the path. Downloads nothing. */
export async function findBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The packaged browser would place letters on whole pixels.
    '--font-render-hinting=none',
  ]
  const env = {
    ...process.env,
    // Date fields are typed in the order of the browser's own language.
    LANG: 'en_GB.UTF-8',
    // A machine without Arial measures pages in Arimo, whose letters have the same widths.
    FONTCONFIG_FILE: fileURLToPath(import.meta.resolve('./fonts.conf')),
  }
  const named = process.env.CHROME_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH is ${named}, which cannot be run: set it to a Chromium`)
    return { executablePath: named, args, env }
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packed } = await import('@sparticuz/chromium')
    // The package's own flags disable web security and run a single process.
    return { executablePath: await packed.executablePath(), args, env }
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable)
  if (!onPath) throw new Error('no Chromium is on the path: set CHROME_PATH to one')
  return { executablePath: onPath, args, env }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
