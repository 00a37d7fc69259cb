/**
 * Builds `BENCH_POSTS` posts (1,000) with this project and with an empty Astro project, and again after one post changed.
 * Images are encoded before.
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

const log = (title: string, one: Build): void =>
  console.log(
    `${title}: ${formatBuild(one)}, ${(one.seconds / compared.seconds).toFixed(2)} × a bare Astro project (${(one.work / compared.work).toFixed(2)} × its processor time)`,
  )
log(`${POSTS} posts, bare Astro with MDX`, compared)
log(`${POSTS} posts`, first)
log('After one post changed', second)
