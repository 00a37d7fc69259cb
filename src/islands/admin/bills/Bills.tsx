import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { BillKind } from '#domain/bill.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { $selectedBill, bills, openBills, selectBill, syncBillsWithUrl } from '#stores/admin/bills/bills.ts'
import { environment } from '#stores/environment.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { Filters, useListFilter } from '../list/Filters.tsx'
import { DateFilter, LocationFilter, SelectFilter } from '../list/fields.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import type { ScreenProps } from '../screens.ts'
import { useRole } from '../useRole.ts'
import { BillDrawer } from './BillDrawer.tsx'
import { BillSettings } from './BillSettings.tsx'
import { BillsTable, getRowButtonId } from './BillsTable.tsx'
import { PrintDay } from './PrintDay.tsx'

const KIND_LABELS: Readonly<Record<BillKind, string>> = {
  receipt: 'Booking invoices without VAT',
  pan: 'Invoices',
  vat: 'Bills with VAT',
  credit: 'Credit notes',
  debit: 'Debit notes',
}

export default createStaffScreen('/admin/bills', { read: openBills }, Bills)

function Bills({ locations }: Pick<ScreenProps, 'locations'>) {
  useEffect(() => environment().onAddressChange(syncBillsWithUrl), [])
  const selected = useStore($selectedBill, { ssr: 'initial' })
  const { field, search, count } = useListFilter(bills, 'bills')
  const isOwner = hasRoleAtLeast(useRole(), 'owner')
  const { rows } = useStore(bills.$list, { ssr: 'initial' })
  const isOpen = selected.state !== 'none'
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  const close = () => {
    selectBill(undefined)
    if (isOpen) document.getElementById(getRowButtonId(selected.id))?.focus()
  }
  return (
    <ListScreen
      list={bills}
      title="Bills"
      heading={<PrintDay locations={locations} />}
      filters={
        <Filters count={count} search={search('Search bills', 'Number, buyer, PAN, booking')}>
          <LocationFilter {...field('location')} locations={locations} />
          <SelectFilter {...field('kind')} label="Kind" all="All kinds" options={KIND_LABELS} />
          <DateFilter {...field('from')} label="From" />
          <DateFilter {...field('to')} label="To" />
        </Filters>
      }
      rowNames={['bill or note', 'bills and notes']}
      empty={{
        title: 'No bills found.',
        filtered: 'Try other search terms or other days',
        initial: 'A bill is issued when a payment and its booking are confirmed.',
      }}
      renderRows={(rows, isLoading) => (
        <BillsTable rows={rows} busy={isLoading} selected={isOpen ? selected.id : undefined} />
      )}
    >
      {(body) => (
        <div className={isOpen ? '1280:grid 1280:grid-cols-drawer 1280:gap-7' : undefined}>
          <div className="flow-root min-w-0">
            {body}
            {/* After the rows, so that it does not move when they are loaded. */}
            {isOwner && rows && (
              <details
                className="border-line-2 border-b"
                onToggle={({ currentTarget }) => setSettingsOpen(currentTarget.open)}
              >
                <summary className="min-h-11 cursor-pointer py-2.5 font-med">Settings of bills</summary>
                {/* Loaded when they are opened. */}
                {areSettingsOpen && <BillSettings />}
              </details>
            )}
          </div>
          {isOpen && <BillDrawer key={selected.id} selected={selected} close={close} />}
        </div>
      )}
    </ListScreen>
  )
}
