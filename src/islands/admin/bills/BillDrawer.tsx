import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { hasRoleAtLeast } from '#domain/staff.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { LinkButton, QuietButton } from '#islands/ui/buttons.tsx'
import { saveFile } from '#islands/ui/save-file.ts'
import { type BillDetail, readBillFile, reloadBill, selectBill } from '#stores/admin/bills/bills.ts'
import type { Selected } from '#stores/admin/selected-record.ts'
import { Drawer } from '../list/Drawer.tsx'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { Skeleton } from '../load-states.tsx'
import { useRole } from '../useRole.ts'
import { useTask } from '../useTask.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { formatBillTotal } from './format-bill-total.ts'

interface Props {
  selected: Exclude<Selected<BillDetail>, { state: 'none' }>
  close: () => void
}

export function BillDrawer({ selected, close }: Props) {
  const detail = selected.state === 'open' ? selected.detail : undefined
  return (
    <Drawer
      headingId="bill-heading"
      heading={<span className="num">{selected.id}</span>}
      above={<p className="small mute">{detail?.bill.heading ?? 'Bill'}</p>}
      amount={detail && formatBillTotal(detail.bill)}
      closeLabel="Close the bill"
      close={close}
      failure={selected.state === 'failed' ? selected.failure : undefined}
      notFound="Bill not found, or it belongs to another location."
      retry={() => void reloadBill()}
    >
      {selected.state === 'loading' && <Skeleton />}
      {detail && (
        <>
          <BillFacts detail={detail} />
          <DownloadButton number={detail.bill.number} />
          <Notes notes={detail.notes} />
          <Copies copies={detail.copies} />
          <Correction detail={detail} />
        </>
      )}
    </Drawer>
  )
}

function BillFacts({ detail: { bill, taxable, vat, issuedBy, reason } }: { detail: BillDetail }) {
  const { of } = bill
  return (
    <DrawerFacts
      facts={{
        Buyer: bill.buyerName,
        PAN: bill.buyerPan,
        Location: bill.locationName,
        Booking: <a href={`/admin/bookings?open=${encodeURIComponent(bill.bookingId)}`}>{bill.bookingId}</a>,
        Payment: <a href={`/admin/payments?open=${encodeURIComponent(bill.paymentId)}`}>{bill.method}</a>,
        'Bill that it changes': of && <LinkButton onClick={() => selectBill(of)}>{of}</LinkButton>,
        Reason: reason,
        Taxable: taxable !== null && npr(taxable),
        VAT: vat !== null && npr(vat),
        Issued: `${formatDate(bill.issuedOn)}, ${issuedBy}`,
      }}
    />
  )
}

function DownloadButton({ number }: { number: string }) {
  const task = useTask()
  const download = async () => {
    const file = await task.run(() => readBillFile(number))
    if (file) saveFile(file)
  }
  return (
    <>
      <QuietButton busy={task.busy} onClick={() => void download()}>
        <Download className="icon" aria-hidden="true" />
        Download
      </QuietButton>
      <Alert problem={task.problem} />
      <p className="hint mt-2">Each download is a counted copy. The first one is the original if none was emailed.</p>
    </>
  )
}

/** Credit and debit notes of a bill. */
function Notes({ notes }: Pick<BillDetail, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <section className="mt-5 border-line-2 border-t pt-3.5" aria-labelledby="bill-notes">
      <h3 id="bill-notes" className="stretch-name font-strong text-body">
        Changed by
      </h3>
      <ul>
        {notes.map(({ number, kind, heading, total, issuedOn }) => (
          <li key={number} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1.75">
            <LinkButton className="link num" onClick={() => selectBill(number)}>
              {number}
            </LinkButton>
            <span className="num">{formatBillTotal({ kind, total })}</span>
            <span className="small mute w-full">
              {heading}, {formatDate(issuedOn)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MEDIUM_LABELS: Readonly<Record<BillDetail['copies'][number]['medium'], string>> = {
  email: 'emailed',
  pdf: 'downloaded',
  print: 'printed',
}

function Copies({ copies }: Pick<BillDetail, 'copies'>) {
  if (copies.length === 0) return null
  return (
    <section className="mt-5 border-line-2 border-t pt-3.5" aria-labelledby="bill-copies">
      <h3 id="bill-copies" className="stretch-name font-strong text-body">
        Copies
      </h3>
      <ul className="small">
        {copies.map(({ copy, medium, by, at }) => (
          <li key={copy} className="py-1">
            {copy === 0 ? 'Original' : `Copy ${copy}`}, {MEDIUM_LABELS[medium]}, {formatInstant(Date.parse(at))}
            {by !== null && `, ${by}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Correction({ detail: { bill, canCorrect } }: { detail: BillDetail }) {
  const [isOpen, setOpen] = useState(false)
  const isManager = hasRoleAtLeast(useRole(), 'manager')
  if (!canCorrect || !isManager) return null
  return isOpen ? (
    <CorrectionForm bill={bill} close={() => setOpen(false)} />
  ) : (
    <p className="mt-5 border-line-2 border-t pt-3.5">
      <QuietButton onClick={() => setOpen(true)}>Correct the buyer</QuietButton>
    </p>
  )
}
