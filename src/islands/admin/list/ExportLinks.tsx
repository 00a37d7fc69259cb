import { Download } from 'lucide-react'
import { saveFile } from '#islands/ui/save-file.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { readWorkbook } from '#stores/admin/workbooks.ts'
import { Alert } from '../../ui/Alert.tsx'
import { useTask } from '../useTask.ts'
import { ExportLink } from './ExportLink.tsx'

interface ExportLinksProps {
  /** The file name without its type. */
  table: string
  name: string
  query?: Record<string, string>
}

const LINK = 'link inline-flex min-h-11 items-center gap-2'

/** Downloads a table as CSV or, up to a limit of rows that the server reports, as a workbook. */
export function ExportLinks({ table, name, query = {} }: ExportLinksProps) {
  const task = useTask()
  const downloadWorkbook = async () => {
    const file = await task.run(() => readWorkbook(table, query))
    if (file) saveFile(file)
  }
  return (
    <>
      <ExportLink className={LINK} href={staffLedger.tableUrl(table, query)}>
        CSV<span className="visually-hidden">: {name}</span>
      </ExportLink>
      <button
        type="button"
        className={LINK}
        aria-disabled={task.busy || undefined}
        onClick={() => void downloadWorkbook()}
      >
        <Download className="icon" aria-hidden="true" />
        Excel<span className="visually-hidden">: {name}</span>
      </button>
      <div className="basis-full empty:hidden">{task.problem && <Alert problem={task.problem} />}</div>
    </>
  )
}
