import { useStore } from '@nanostores/react'
import type { MonthArchiveView } from '#contract/admin/accounts.ts'
import { formatRange } from '#domain/calendar.ts'
import { MONTH_ARCHIVE_DAYS, MONTH_ARCHIVE_LABELS, OPEN_MONTH_ARCHIVES } from '#domain/month-archive.ts'
import { formatWholeNumber } from '#domain/number.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { staffLedger } from '#stores/admin/ledger.ts'
import {
  $monthArchives,
  cancelMonthArchive,
  readMonthArchives,
  startMonthArchive,
} from '#stores/admin/month-archives.ts'
import { ExportLink } from '../list/ExportLink.tsx'
import { LoadError } from '../load-states.tsx'
import { useTask } from '../useTask.ts'

/** One file with everything of the chosen days. */
export function MonthArchives({ from, to }: { from: string; to: string }) {
  const { archives, failure } = useStore($monthArchives, { ssr: 'initial' })
  const task = useTask()
  return (
    <section className="pb-6" aria-labelledby="accounts-months">
      <div className="grid items-start justify-items-start gap-x-4 gap-y-3 pt-3 sm:grid-cols-1fr-auto">
        <div>
          <h2 id="accounts-months" className="heading-4">
            Month for the accountant
          </h2>
          <p className="mute max-w-measure pt-1">
            One ZIP with all bills as PDF, the registers, payments, refunds, cash-ups and memberships, for every
            location. We delete it after {MONTH_ARCHIVE_DAYS} days.
          </p>
        </div>
        <QuietButton busy={task.busy} onClick={() => void task.run(() => startMonthArchive({ from, to }))}>
          Create the file
        </QuietButton>
      </div>
      <Alert problem={task.problem} />
      {failure && <LoadError failure={failure} onRetry={readMonthArchives} />}
      {archives && archives.items.length > 0 && (
        <ul className="mt-2 mb-4 border-ledge border-t-2">
          {archives.items.map((archive) => (
            <ArchiveItem key={archive.id} archive={archive} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ArchiveItem({ archive }: { archive: MonthArchiveView }) {
  const { id, from, to, state, by, failure } = archive
  const task = useTask()
  const days = formatRange(from, to)
  return (
    <li className="grid grid-cols-1fr-auto items-center gap-x-6 border-line border-b py-2.5">
      <div className="wrap-anywhere">
        <b className="num">{days}</b>, {by}
        <p className="mute">{failure ?? describeProgress(archive)}</p>
        <Alert problem={task.problem} />
      </div>
      {OPEN_MONTH_ARCHIVES.includes(state) && (
        <QuietButton busy={task.busy} onClick={() => void task.run(() => cancelMonthArchive(id))}>
          Cancel<span className="visually-hidden">: {days}</span>
        </QuietButton>
      )}
      {state === 'done' && (
        <ExportLink className="link inline-flex min-h-11 items-center gap-2" href={staffLedger.monthArchiveUrl(id)}>
          Download<span className="visually-hidden">: {days}</span>
        </ExportLink>
      )}
    </li>
  )
}

const describeProgress = ({ state, done, total }: MonthArchiveView): string =>
  state === 'running' && total > 0
    ? `${formatWholeNumber(done)} of ${formatWholeNumber(total)} bills`
    : MONTH_ARCHIVE_LABELS[state]
