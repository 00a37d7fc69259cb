import { pathToFileURL } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Runs what an integration does with the finished build in `folder`. Returns what it logs. */
export function finishBuild({ hooks }: AstroIntegration, folder: string): string {
  let logged = ''
  const logger = { info: (message: string) => (logged += message) }
  hooks['astro:build:done']?.({ dir: pathToFileURL(`${folder}/`), logger } as never)
  return logged
}
