import { type Outcome, succeed } from '#contract/failure.ts'
import { staffLedger } from './ledger.ts'
import { requireSession } from './session/session.ts'

/** Reads a table as XLSX. A download by the browser would show nothing where the server rejects it. */
export async function readWorkbook(table: string, query: Record<string, string>): Promise<Outcome<File>> {
  const outcome = await requireSession(staffLedger.workbook(table, query))
  return outcome.ok ? succeed(new File([outcome.value], `${table}.xlsx`)) : outcome
}
