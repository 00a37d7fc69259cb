import { execFileSync } from 'node:child_process'

/** Builds with the prices of the content instead of a database's. */
export const CONTENT_PRICES = { DATA_DIR: 'test-results', DATABASE_URL: '', PRICES_URL: '' }

/** Vitest sets variables that would make a development build. */
export const PRODUCTION_BUILD = { ...CONTENT_PRICES, NODE_ENV: 'production', DEV: undefined }

export function setup(): void {
  const env = { ...process.env, ...PRODUCTION_BUILD }
  execFileSync('npm', ['run', 'build'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
