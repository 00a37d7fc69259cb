import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

export interface Browser {
  executablePath: string
  args: string[]
}

/**
 * `CHROME_PATH`, else the one inside an npm package: the same for everybody, without windows and a third cheaper; where it
 * does not run, one on the path. Nothing is ever downloaded.
 */
export async function findBrowser(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Letters as wide as on a telephone: the packed one would set them on whole pixels.
    '--font-render-hinting=none',
  ]
  const named = process.env.CHROME_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH is ${named}, which cannot be run: set it to a Chromium`)
    return { executablePath: named, args }
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packed } = await import('@sparticuz/chromium')
    // Its own flags are for a function in the cloud: one process for everything, and the web's rules switched off.
    return { executablePath: await packed.executablePath(), args }
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable)
  if (!onPath) throw new Error('no Chromium is on the path: set CHROME_PATH to one')
  return { executablePath: onPath, args }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
