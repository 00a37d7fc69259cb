import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { addDays, formatDate, formatInstant } from '#domain/calendar.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import {
  $billSettings,
  confirmTaxInvoices,
  readBillSettings,
  type BillSettings as Settings,
} from '#stores/admin/bills/settings.ts'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { LoadState } from '../load-states.tsx'
import { useTask } from '../useTask.ts'

const MODE_LABELS: Readonly<Record<Settings['mode'], string>> = {
  receipt: 'Booking invoices',
  pan: 'Invoices with our PAN',
  vat: 'Bills with VAT',
}

/** How bills are headed and numbered; owners only. */
export function BillSettings() {
  const { settings, failure } = useStore($billSettings)
  useEffect(() => void readBillSettings(), [])
  return (
    <div className="max-w-measure pb-5">
      <LoadState data={settings} failure={failure} retry={readBillSettings} />
      {settings && <SettingsFacts settings={settings} />}
    </div>
  )
}

function SettingsFacts({ settings: { mode, isSample, seller, taxInvoice, endsOn, waiting } }: { settings: Settings }) {
  return (
    <>
      {waiting > 0 && (
        <Note className="note-warm" icon={CircleAlert}>
          {waiting === 1 ? 'One payment waits' : `${waiting} payments wait`} for a bill or a note, because no number can
          be given. Ask the administrator to add the fiscal year and the outlet codes.
        </Note>
      )}
      <DrawerFacts
        facts={{
          'Kind of bills': MODE_LABELS[mode],
          Seller: seller.name,
          Address: seller.address,
          PAN: seller.pan,
          'Numbers until': endsOn && formatDate(addDays(endsOn, -1)),
        }}
      />
      {isSample && (
        <p className="small mute">
          Documents are marked as samples, because this site takes no real payments or its seller is a sample.
        </p>
      )}
      {mode === 'vat' && <TaxInvoices taxInvoice={taxInvoice} />}
      <p className="small mute mt-3">The kind and the seller are set with the server. Issued bills never change.</p>
    </>
  )
}

function TaxInvoices({ taxInvoice }: Pick<Settings, 'taxInvoice'>) {
  const task = useTask()
  const send = () => void task.run(() => confirmTaxInvoices(taxInvoice === null))
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <p role="status">
        {taxInvoice
          ? `${taxInvoice.by} confirmed on ${formatInstant(Date.parse(taxInvoice.at))} that we may print tax invoices. New bills are headed “Tax Invoice”.`
          : 'New bills are headed “Booking invoice”. Confirm tax invoices only after your accountant has agreed that this business may print them from this system.'}
      </p>
      <QuietButton busy={task.busy} onClick={send}>
        {taxInvoice ? 'Head new bills “Booking invoice” again' : 'Confirm tax invoices'}
      </QuietButton>
      <Alert problem={task.problem} />
    </div>
  )
}
