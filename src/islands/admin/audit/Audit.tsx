import { useStore } from '@nanostores/react'
import { Download, X } from 'lucide-react'
import { AUDIT_ACTIONS, SUBJECT_LABELS } from '#domain/audit.ts'
import { type DeedFilter, deeds } from '#stores/admin/audit.ts'
import { staffLedger } from '#stores/admin/ledger.ts'
import { Admin } from '../Admin.tsx'
import { Empty } from '../Empty.tsx'
import { Filters } from '../list/Filters.tsx'
import { ListFoot } from '../list/ListFoot.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
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
  const { rows, about, next, busy, failure } = useStore(deeds.$list, { ssr: 'initial' })
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
        <a
          className="button button-quiet button-small audit-export"
          href={staffLedger.deedsTable(queryOf(filter))}
          download
        >
          <Download className="icon" aria-hidden="true" />
          Export
        </a>
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
      {failure && <Problem failure={failure} again={() => void (rows && next ? deeds.showMore() : deeds.read())} />}
      {!rows && !failure && <Skeleton />}
      <p className="visually-hidden" role="status">
        {rows && busy === 'no' && said(rows.length, next !== null)}
      </p>
      {rows?.length === 0 && (
        <Empty title="Nothing found.">
          {chosen > 0 ? (
            <>
              Nothing was done that this finds, or{' '}
              <button type="button" className="link" onClick={deeds.clear}>
                clear the filters
              </button>
              .
            </>
          ) : (
            'Whatever staff change from now on is written down here.'
          )}
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <>
          <DeedTable rows={rows} busy={busy === 'reading'} />
          <ListFoot
            said={said(rows.length, next !== null)}
            more={next !== null}
            busy={busy === 'reading_more'}
            onMore={() => void deeds.showMore()}
          />
        </>
      )}
    </>
  )
}

interface DayProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}

const DayField = ({ id, label, value, onChange }: DayProps) => (
  <div className="field audit-day">
    <label htmlFor={id}>{label}</label>
    <input id={id} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  </div>
)

function queryOf(filter: DeedFilter): string {
  const set = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return set.size > 0 ? `?${set}` : ''
}

const said = (count: number, more: boolean): string =>
  more ? `The latest ${count}` : count === 1 ? '1 entry' : `${count} entries`
