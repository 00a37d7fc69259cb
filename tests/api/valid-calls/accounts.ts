import { readAccounts } from '#contract/admin/accounts.ts'
import {
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
import { bare, type ValidCall, validCall } from './valid-call.ts'

const query = { from: '2026-11-17', to: '2026-12-15' }

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readAccounts, { query }),
  validCall(exportSalesRegister, { query }),
  validCall(exportSalesReturns, { query }),
  validCall(exportRefunds, { query }),
  validCall(exportSalesRegisterWorkbook, { query }),
  validCall(exportSalesReturnsWorkbook, { query }),
  validCall(exportRefundsWorkbook, { query }),
  validCall(exportPaymentsWorkbook),
  ...bare(exportMembershipsWorkbook, exportSubscribers, exportSubscribersWorkbook),
]
