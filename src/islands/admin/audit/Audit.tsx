import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { AUDIT_ACTIONS, AUDIT_SUBJECT_LABELS } from '#domain/audit.ts'
import { auditEntries } from '#stores/admin/audit.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { AdminShell } from '../AdminShell.tsx'
import { DateField } from '../list/DateField.tsx'
import { ExportLink } from '../list/ExportLink.tsx'
import { Filters } from '../list/Filters.tsx'
import { ListBody } from '../list/ListBody.tsx'
import { SelectField } from '../list/SelectField.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { AuditEntriesTable } from './AuditEntriesTable.tsx'
import { ChainStatus } from './ChainStatus.tsx'
import './audit.css'

const SCREEN = { read: auditEntries.open } satisfies StaffScreen
/** How the filter names what the product did by itself. */
const SYSTEM_ACTOR = '-'

export default ({ brand }: ScreenProps) => (
  <AdminShell path="/admin/audit" brand={brand}>
    <Audit />
  </AdminShell>
)

/** Who did what, when and why, newest first. Nothing here can be changed. */
function Audit() {
  useStaffScreen(SCREEN)
  const list = useStore(auditEntries.$list, { ssr: 'initial' })
  const { rows, about } = list
  const filter = useStore(auditEntries.$filter, { ssr: 'initial' })
  const chosen = Object.values(filter).filter(Boolean).length
  const people = Object.fromEntries((about?.people ?? []).map((email) => [email, email]))

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Audit</h1>
        <div className="audit-about">{about && <ChainStatus last={about.chain} />}</div>
      </div>
      <Filters count={chosen}>
        <SelectField
          id="audit-by"
          label="Person"
          all="Everyone"
          options={{ ...people, [SYSTEM_ACTOR]: 'The product itself' }}
          value={filter.by}
          onChange={(by) => auditEntries.look({ by })}
        />
        <SelectField
          id="audit-action"
          label="Action"
          all="All actions"
          options={AUDIT_ACTIONS}
          value={filter.action}
          onChange={(action) => auditEntries.look({ action })}
        />
        <SelectField
          id="audit-subject"
          label="Subject"
          all="All subjects"
          options={AUDIT_SUBJECT_LABELS}
          value={filter.subject}
          onChange={(subject) => auditEntries.look({ subject })}
        />
        <DateField id="audit-from" label="From" value={filter.from} onChange={(from) => auditEntries.look({ from })} />
        <DateField id="audit-to" label="To" value={filter.to} onChange={(to) => auditEntries.look({ to })} />
        <ExportLink
          className="button button-quiet button-small list-export"
          href={staffLedger.auditExportUrl(auditEntries.query())}
        />
      </Filters>
      {filter.on && (
        <p className="audit-chip">
          <button type="button" className="tag" onClick={() => auditEntries.look({ on: '' })}>
            {about && rows?.[0]?.label ? rows[0].label : filter.on}
            <X className="icon" aria-hidden="true" />
            <span className="visually-hidden">Take this filter off</span>
          </button>
        </p>
      )}
      <ListBody
        {...auditEntries}
        list={list}
        names={['entry', 'entries']}
        none={{
          title: 'Nothing found.',
          instead: 'Nothing was done that this finds',
          first: 'Whatever staff change from now on is written down here.',
        }}
        isNarrowed={chosen > 0}
      >
        {(rows, isReading) => <AuditEntriesTable rows={rows} busy={isReading} />}
      </ListBody>
    </>
  )
}
