import { execFileSync } from 'node:child_process'

/** What is tested is built with the prices of the content, whatever a database at hand says. */
export const OF_CONTENT = { DATA_DIR: 'test-results', DATABASE_URL: '', PRICES_URL: '' }

/** The campaigns run against what is in the tree, not against an older build. */
export function setup(): void {
  const env = { ...process.env, ...OF_CONTENT }
  execFileSync('npm', ['run', 'build'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
