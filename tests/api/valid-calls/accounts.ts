import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  cancelMonthArchive,
  downloadMonthArchive,
  listMonthArchives,
  readAccounts,
  startMonthArchive,
} from '#contract/admin/accounts.ts'
import {
  exportCashUps,
  exportCashUpsWorkbook,
  exportMembershipsWorkbook,
  exportPaymentsWorkbook,
  exportRefunds,
  exportRefundsWorkbook,
  exportSalesRegister,
  exportSalesRegisterWorkbook,
  exportSalesReturns,
  exportSalesReturnsWorkbook,
  exportSubscribers,
  exportSubscribersWorkbook,
} from '#contract/admin/exports.ts'
import { getArchivePath, startArchive } from '#server/accounting/months.ts'
import { execute, type TestApp } from '../../support/app.ts'
import { granted } from '../../support/orders.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

const query = { from: '2026-11-17', to: '2026-12-15' }

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readAccounts, { query }),
  validCall(exportSalesRegister, { query }),
  validCall(exportSalesReturns, { query }),
  validCall(exportRefunds, { query }),
  validCall(exportCashUps, { query }),
  validCall(exportCashUpsWorkbook, { query }),
  validCall(exportSalesRegisterWorkbook, { query }),
  validCall(exportSalesReturnsWorkbook, { query }),
  validCall(exportRefundsWorkbook, { query }),
  validCall(exportPaymentsWorkbook),
  ...bare(exportMembershipsWorkbook, exportSubscribers, exportSubscribersWorkbook),
  ...bare(listMonthArchives),
  validCall(startMonthArchive, { body: query }),
  validCall(cancelMonthArchive, async (app) => ({ id: await startedArchive(app) })),
  validCall(downloadMonthArchive, async (app) => {
    const id = await startedArchive(app)
    const path = getArchivePath(app, id)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'PK')
    await execute(app, (db) => db.updateTable('month_archives').set({ state: 'done', bytes: 2 }).where('id', '=', id))
    return { id }
  }),
]

const startedArchive = async (app: TestApp): Promise<string> =>
  granted(await startArchive(app, await someStaff(app), query)).id
