import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { MonthArchiveView } from '#contract/admin/accounts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { readEnv } from '#server/env.ts'
import { openApp } from '#server/open-app.ts'
import { inDays } from '../support/booking-client.ts'
import { migratedDatabase } from '../support/engines.ts'
import { copyBill } from '../support/month-archives.ts'
import { dayPass } from '../support/orders.ts'
import { post, signIn } from '../support/payment-client.ts'
import { paidBooking } from '../support/payments.ts'
import { startServer } from '../support/process.ts'
import { STAFF_SETTINGS } from '../support/staff.ts'

const BILLS = 2_000
/** Of processor time, because other work of the machine delays the clock's. */
const MAX_SECONDS = 60
/** `MemoryHigh` of docs/deploy/chautari.service, above which the system slows the server down. */
const MAX_MEMORY_MB = 384

/** User and system time; the kernel counts in hundredths of a second. */
function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test(`a month of ${BILLS} bills is made within ${MAX_SECONDS} s and the memory of the server, also after a kill`, async () => {
  const database = await migratedDatabase('sqlite')
  const app = await openApp(readEnv({ ...database.env }))
  const today = kathmanduDate(app.now())
  await copyBill(app, await paidBooking(app, dayPass({ startDate: inDays(5) })), BILLS)
  await app.db.close()

  let server = await startServer(STAFF_SETTINGS, database.env.DATA_DIR)
  const cookie = await signIn(server.url)
  const months = () => `${server.url}/api/admin/months`
  const start = async () => {
    const response = await post(months(), { from: today, to: today }, { cookie, origin: server.url })
    expect(response.status, await response.clone().text()).toBe(202)
    return ((await response.json()) as MonthArchiveView).id
  }
  const read = async (id: string) => {
    const response = await fetch(months(), { headers: { cookie } })
    const { items } = (await response.json()) as { items: MonthArchiveView[] }
    return items.find((item) => item.id === id)
  }
  const readWhile = async (id: string, isSuch: (archive: MonthArchiveView | undefined) => boolean) => {
    let archive = await read(id)
    let slowest = 0
    while (isSuch(archive)) {
      await sleep(200)
      const asked = performance.now()
      archive = await read(id)
      slowest = Math.max(slowest, performance.now() - asked)
    }
    return { archive, slowest }
  }
  const isOpen = (archive: MonthArchiveView | undefined) => archive?.state === 'waiting' || archive?.state === 'running'

  const killed = await start()
  await readWhile(killed, (archive) => archive?.done === 0)
  await server.kill('SIGKILL')
  server = await startServer(STAFF_SETTINGS, database.env.DATA_DIR)
  expect((await readWhile(killed, isOpen)).archive?.state).toBe('failed')

  const from = { time: performance.now(), cpu: readCpuSeconds(server.pid) }
  const id = await start()
  const { archive, slowest } = await readWhile(id, isOpen)
  const seconds = (performance.now() - from.time) / 1_000
  const cpuSeconds = readCpuSeconds(server.pid) - from.cpu
  const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024
  console.log(
    `${BILLS} bills: ${seconds.toFixed(1)} s, of which processor ${cpuSeconds.toFixed(1)} s; ` +
      `peak memory ${memory.toFixed(0)} MB; slowest request ${slowest.toFixed(0)} ms`,
  )
  expect(archive).toMatchObject({ state: 'done', done: BILLS, failure: null })
  const file = await fetch(`${months()}/${id}/file`, { headers: { cookie } })
  const names = Object.keys(unzipSync(await file.bytes()))
  expect(names.filter((name) => name.startsWith('bills/'))).toHaveLength(BILLS)
  expect(cpuSeconds).toBeLessThan(MAX_SECONDS)
  expect(memory).toBeLessThan(MAX_MEMORY_MB)
  await server.kill('SIGTERM')
  await database.remove()
})
