/**
 * Builds `BENCH_POSTS` posts (1,000) with this project and with an empty Astro project, and again after one post changed.
 * A first build of each has encoded the images. The goals are 0.75 and 0.2 of the empty project, and 1.2 GB.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareProject, writePosts } from '../audit/many-posts.ts'
import { formatBuild } from '../audit/posts.ts'
import { type Build, build, copyProject } from '../audit/project-copy.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 1_000)
/** Enough for every image and category. */
const FEW = 60

const ours = copyProject()
const bare = bareProject()
for (const folder of [ours, bare]) {
  writePosts(folder, FEW)
  await build(folder)
  writePosts(folder, POSTS)
}
const first = await build(ours)
const compared = await build(bare)
appendFileSync(join(ours, 'content/blog/post-1.mdx'), '\nOne more sentence.\n')
const second = await build(ours)

const log = (title: string, measured: Build): void =>
  console.log(
    `${title}: ${formatBuild(measured)}, ${(measured.seconds / compared.seconds).toFixed(2)} × a bare Astro project (${(measured.work / compared.work).toFixed(2)} × its processor time)`,
  )
log(`${POSTS} posts, bare Astro with MDX`, compared)
log(`${POSTS} posts`, first)
log('After one post changed', second)
