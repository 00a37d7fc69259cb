/** Compares the build time of up to 1,000 posts with that of an empty Astro project with the same posts. */
import { bareProject, writePosts } from './many-posts.ts'
import { atMost } from './measurement.ts'
import { type Build, build, copyProject } from './project-copy.ts'

/** Descending, because a build keeps the cached files that the previous build used. */
const STEPS = [1_000, 500, 250] as const
/** Quadratic growth would double the cost of a post in the second half. */
const MAX_GROWTH = 1.5
const MAX_OVER_BARE = 1.5
const TURNS = 3

interface Comparison {
  posts: number
  ours: Build
  bare: Build
}

export async function posts() {
  const folders = { ours: copyProject(), bare: bareProject() }
  const buildBoth = async () => ({ ours: await build(folders.ours), bare: await build(folders.bare) })
  const log = (title: string, { ours, bare }: Pick<Comparison, 'ours' | 'bare'>) =>
    console.log(`${title}: ${formatBuild(ours)}; bare Astro: ${formatBuild(bare)}`)
  const writeAll = (count: number) => {
    for (const folder of Object.values(folders)) writePosts(folder, count)
  }
  // Images are encoded once; the builds that follow use the cache.
  writeAll(STEPS[0])
  log(`${STEPS[0]} posts, images encoded`, await buildBoth())
  const comparisons: Comparison[] = []
  for (const count of STEPS) {
    writeAll(count)
    const builds = []
    for (let turn = 0; turn < TURNS; turn++) builds.push(await buildBoth())
    const comparison = {
      posts: count,
      ours: findFastest(builds.map(({ ours }) => ours)),
      bare: findFastest(builds.map(({ bare }) => bare)),
    }
    log(`${count} posts`, comparison)
    comparisons.push(comparison)
  }
  return comparePosts(comparisons)
}

/** The fastest of several alternating builds is the least disturbed one. */
const findFastest = (builds: readonly Build[]) => builds.toSorted((a, b) => a.seconds - b.seconds)[0] as Build

export const formatBuild = ({ seconds, work, memory }: Build) =>
  `${seconds.toFixed(1)} s (${work.toFixed(1)} s of the processor), ${Math.round(memory / 2 ** 20)} MB`

export function comparePosts([many, some, few]: readonly Comparison[]) {
  if (!few || !some || !many) throw new Error('three comparisons are needed')
  const added = (from: Comparison, to: Comparison, whose: 'ours' | 'bare') =>
    (to[whose].seconds - from[whose].seconds) / (to.posts - from.posts)
  const growth = added(some, many, 'ours') / added(few, some, 'ours')
  const whole = many.ours.seconds / many.bare.seconds
  const each = added(few, many, 'ours') / added(few, many, 'bare')
  // The whole build includes the rest of the site, so it is printed without a limit.
  return [
    atMost('growth', growth, MAX_GROWTH, (ratio) => `${ratio.toFixed(2)} × the first half for a post of the second`),
    atMost('build', whole, undefined, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, the whole build`),
    atMost('posts', each, MAX_OVER_BARE, (ratio) => `${ratio.toFixed(2)} × a bare Astro project, what posts add`),
  ]
}
