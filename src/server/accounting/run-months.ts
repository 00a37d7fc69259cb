import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DateRange } from '#domain/date-range.ts'
import type { App } from '../app.ts'
import { runTransaction } from '../db/database.ts'
import { instant } from '../db/instant.ts'
import type { MonthArchive } from '../db/schema.ts'
import type { Env } from '../env.ts'
import { getArchivePath, getPartPath } from './months.ts'

export interface WorkerTask extends Pick<Env, 'databaseUrl' | 'dataDir'> {
  range: DateRange
  path: string
  madeAt: string
}
/** Documents in the file so far, and in all. */
export interface WorkerProgress {
  done: number
  total: number
}

const HEARTBEAT_MS = 1_000
/** A process that has not renewed its heartbeat for so long has ended. */
const STALE_MS = 60_000
const MAX_HEAP_MB = 96
const SERVER_STOPPED = 'The server stopped while it made the file. Create it again.'

/** Makes the file that waits, if there is one, and ends those whose process has ended. */
export async function runMonthArchives(app: App): Promise<void> {
  await failStaleArchives(app)
  const archive = await claimArchive(app)
  if (!archive) return
  const path = getArchivePath(app, archive.id)
  const part = getPartPath(app, archive.id)
  const made = await makeFile(app, archive, path).catch((error: unknown) => {
    app.log.bug(error, { job: 'month archive' })
    return { failure: describeError(error) }
  })
  // Where the folder cannot be written, there is no file.
  if ('failure' in made) await rm(part, { force: true }).catch(() => {})
  const ended = await runTransaction(app.db, (db) =>
    db
      .updateTable('month_archives')
      .set({
        ...made,
        state: 'failure' in made ? 'failed' : 'done',
        ended_at: instant(app.now()),
      })
      .where('id', '=', archive.id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst(),
  )
  // It was cancelled after its last page.
  if (!ended) await rm(path, { force: true })
}

/** Moves the complete file to its path. */
async function makeFile(
  app: App,
  archive: MonthArchive,
  path: string,
): Promise<{ bytes: number } | { failure: string }> {
  const part = getPartPath(app, archive.id)
  await mkdir(dirname(path), { recursive: true })
  // Fails here, and not in the worker, where the folder is read-only.
  await (await open(part, 'w')).close()
  const failure = await runWorker(app, archive, part)
  if (failure !== undefined) return { failure }
  const { size } = await stat(part)
  await rename(part, path)
  return { bytes: size }
}

function describeError(error: unknown): string {
  const isOfFiles = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfFiles
    ? `The server cannot write the file (${error.code}). Ask the administrator to check the folder "exports" in DATA_DIR.`
    : 'The file could not be made. Create it again.'
}

async function failStaleArchives(app: App): Promise<void> {
  const before = instant(app.now() - STALE_MS)
  const stale = await app.db.read
    .selectFrom('month_archives')
    .select('id')
    .where('state', '=', 'running')
    .where('heartbeat_at', '<', before)
    .executeTakeFirst()
  if (!stale) return
  const failed = await runTransaction(app.db, (db) =>
    db
      .updateTable('month_archives')
      .set({ state: 'failed', failure: SERVER_STOPPED, ended_at: instant(app.now()) })
      .where('state', '=', 'running')
      .where('heartbeat_at', '<', before)
      .returning('id')
      .execute(),
  )
  for (const { id } of failed) await rm(getPartPath(app, id), { force: true })
}

async function claimArchive(app: App): Promise<MonthArchive | undefined> {
  const waiting = await app.db.read
    .selectFrom('month_archives')
    .select('id')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!waiting) return undefined
  return runTransaction(app.db, (db) =>
    db
      .updateTable('month_archives')
      .set({ state: 'running', heartbeat_at: instant(app.now()) })
      .where('id', '=', waiting.id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst(),
  )
}

/** Returns why the file is not complete; undefined if it is. Ends early if it is cancelled or the server stops. */
async function runWorker(app: App, archive: MonthArchive, path: string): Promise<string | undefined> {
  const { databaseUrl, dataDir } = app.env
  const task: WorkerTask = {
    databaseUrl,
    dataDir,
    range: { from: archive.first_day, to: archive.last_day },
    path,
    madeAt: instant(app.now()),
  }
  const worker = new Worker(new URL('./month-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let progress: WorkerProgress = { done: 0, total: 0 }
  worker.on('message', (message: WorkerProgress) => {
    progress = message
  })
  let stopped: string | undefined
  const timer = setInterval(() => {
    void renewHeartbeat(app, archive.id, progress)
      .then((isRunning) => {
        if (isRunning && app.accepting) return
        stopped = isRunning ? SERVER_STOPPED : 'It was cancelled.'
        return worker.terminate()
      })
      // The next heartbeat tries again.
      .catch((error: unknown) => app.log.info('month_heartbeat_failed', { reason: String(error) }))
  }, HEARTBEAT_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) =>
        code === 0 || stopped !== undefined ? resolve() : reject(new Error(`the worker ended with code ${code}`)),
      )
    })
    if (stopped === undefined) await renewHeartbeat(app, archive.id, progress)
    return stopped
  } finally {
    clearInterval(timer)
  }
}

/** Stores the progress. Returns false if the file was cancelled. */
async function renewHeartbeat(app: App, id: string, { done, total }: WorkerProgress): Promise<boolean> {
  const renewed = await runTransaction(app.db, (db) =>
    db
      .updateTable('month_archives')
      .set({ heartbeat_at: instant(app.now()), done, total })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst(),
  )
  return renewed !== undefined
}
