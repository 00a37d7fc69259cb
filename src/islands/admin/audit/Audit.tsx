import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS } from '#domain/audit.ts'
import { CUSTOMER_ACTOR } from '#domain/staff.ts'
import { auditEntries } from '#stores/admin/audit.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { DateFilter, SelectFilter } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import { AuditEntriesTable } from './AuditEntriesTable.tsx'
import { ChainStatus } from './ChainStatus.tsx'

/** Selects the entries that no staff member made. */
const SYSTEM_ACTOR = '-'

export default createStaffScreen('/admin/audit', { read: auditEntries.open }, Audit)

function Audit() {
  const { rows, summary } = useStore(auditEntries.$list, { ssr: 'initial' })
  const { filter, field, count } = useListFilter(auditEntries, 'audit')
  const people = Object.fromEntries((summary?.people ?? []).map((email) => [email, email]))

  return (
    <ListScreen
      list={auditEntries}
      title="Audit"
      heading={
        <>
          <div className="min-h-11 max-sm:order-last max-sm:basis-full sm:ml-auto">
            {summary && <ChainStatus last={summary.chain} />}
          </div>
          <ExportLink
            className="button button-quiet button-small"
            href={staffLedger.auditExportUrl(auditEntries.getQuery())}
          />
        </>
      }
      filters={
        <Filters count={count}>
          <SelectFilter
            {...field('by')}
            label="Person"
            all="Everyone"
            options={{ ...people, [CUSTOMER_ACTOR]: 'Customer', [SYSTEM_ACTOR]: 'System' }}
          />
          <SelectFilter {...field('action')} label="Action" all="All actions" options={AUDIT_ACTIONS} />
          <SelectFilter {...field('subject')} label="Subject" all="All subjects" options={AUDIT_SUBJECT_LABELS} />
          <DateFilter {...field('from')} label="From" />
          <DateFilter {...field('to')} label="To" />
        </Filters>
      }
      rowNames={['entry', 'entries']}
      empty={{
        title: 'No entries found.',
        filtered: 'No entries match these filters',
        initial: 'Changes that staff make are recorded here.',
      }}
      renderRows={(rows, isLoading) => <AuditEntriesTable rows={rows} busy={isLoading} />}
    >
      {(body) => (
        <>
          {filter.on && (
            <p className="pb-3">
              <button
                type="button"
                className="tag min-h-8 bg-ink text-paper"
                onClick={() => auditEntries.changeFilter({ on: '' })}
              >
                {summary && rows?.[0]?.label ? rows[0].label : filter.on}
                <X className="icon" aria-hidden="true" />
                <span className="visually-hidden">Remove this filter</span>
              </button>
            </p>
          )}
          {body}
        </>
      )}
    </ListScreen>
  )
}
