import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { AUDIT_ACTIONS, SUBJECT_LABELS } from '#domain/audit.ts'
import { deeds } from '#stores/admin/audit.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { Admin } from '../Admin.tsx'
import { DayField } from '../list/DayField.tsx'
import { Export } from '../list/Export.tsx'
import { Filters } from '../list/Filters.tsx'
import { Listed } from '../list/Listed.tsx'
import { SelectField } from '../list/SelectField.tsx'
import type { ScreenProps } from '../screens.ts'
import { useDesk } from '../useDesk.ts'
import { Chain } from './Chain.tsx'
import { DeedTable } from './DeedTable.tsx'
import './audit.css'

const SCREEN = { read: deeds.open }
/** How the filter names what the product did by itself. */
const BY_ITSELF = '-'

export default ({ brand }: ScreenProps) => (
  <Admin path="/admin/audit" brand={brand}>
    <Audit />
  </Admin>
)

/** Who did what, when and why, newest first. Nothing here can be changed. */
function Audit() {
  useDesk(SCREEN)
  const list = useStore(deeds.$list, { ssr: 'initial' })
  const { rows, about } = list
  const filter = useStore(deeds.$filter, { ssr: 'initial' })
  const chosen = Object.values(filter).filter(Boolean).length
  const people = Object.fromEntries((about?.people ?? []).map((email) => [email, email]))

  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Audit</h1>
        <div className="audit-about">{about && <Chain last={about.chain} />}</div>
      </div>
      <Filters count={chosen}>
        <SelectField
          id="audit-by"
          label="Person"
          all="Everyone"
          options={{ ...people, [BY_ITSELF]: 'The product itself' }}
          value={filter.by}
          onChange={(by) => deeds.look({ by })}
        />
        <SelectField
          id="audit-action"
          label="Action"
          all="All actions"
          options={AUDIT_ACTIONS}
          value={filter.action}
          onChange={(action) => deeds.look({ action })}
        />
        <SelectField
          id="audit-subject"
          label="Subject"
          all="All subjects"
          options={SUBJECT_LABELS}
          value={filter.subject}
          onChange={(subject) => deeds.look({ subject })}
        />
        <DayField id="audit-from" label="From" value={filter.from} onChange={(from) => deeds.look({ from })} />
        <DayField id="audit-to" label="To" value={filter.to} onChange={(to) => deeds.look({ to })} />
        <Export className="button button-quiet button-small list-export" href={staffLedger.deedsTable(deeds.query())} />
      </Filters>
      {filter.on && (
        <p className="audit-chip">
          <button type="button" className="tag" onClick={() => deeds.look({ on: '' })}>
            {about && rows?.[0]?.label ? rows[0].label : filter.on}
            <X className="icon" aria-hidden="true" />
            <span className="visually-hidden">Take this filter off</span>
          </button>
        </p>
      )}
      <Listed
        {...deeds}
        list={list}
        names={['entry', 'entries']}
        none={{
          title: 'Nothing found.',
          instead: 'Nothing was done that this finds',
          first: 'Whatever staff change from now on is written down here.',
        }}
        isNarrowed={chosen > 0}
      >
        {(rows, isReading) => <DeedTable rows={rows} busy={isReading} />}
      </Listed>
    </>
  )
}
