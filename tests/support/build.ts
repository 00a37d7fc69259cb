import { execFileSync } from 'node:child_process'

/** What is tested is built with the prices of the content, whatever a database at hand says. */
export const OF_CONTENT = { DATA_DIR: 'test-results', DATABASE_URL: '', PRICES_URL: '' }

/** Vitest has an environment of its own, under which a build would be one for development. */
export const FOR_VISITORS = { ...OF_CONTENT, NODE_ENV: 'production', DEV: undefined }

/** The campaigns run against what is in the tree, not against an older build. */
export function setup(): void {
  const env = { ...process.env, ...FOR_VISITORS }
  execFileSync('npm', ['run', 'build'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
