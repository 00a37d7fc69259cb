import { execFileSync } from 'node:child_process'

/** The campaigns run against what is in the tree, not against an older build. */
export function setup(): void {
  execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
