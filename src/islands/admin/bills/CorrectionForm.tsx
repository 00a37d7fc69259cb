import { useState } from 'react'
import { Alert } from '#islands/ui/Alert.tsx'
import { type BillRow, correctBill } from '#stores/admin/bills/bills.ts'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, TextField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useTask } from '../useTask.ts'

interface Props {
  bill: Pick<BillRow, 'number' | 'buyerName' | 'buyerPan'>
  close: () => void
}

/** Credits a bill and issues it again with another buyer. */
export function CorrectionForm({ bill: { number, buyerName, buyerPan }, close }: Props) {
  const task = useTask()
  const [correction, setCorrection] = useState({ buyerName, pan: buyerPan, reason: '' })
  const field = bindFields(correction, (changed) => setCorrection({ ...correction, ...changed }), task.fields)
  return (
    <TaskForm
      task={task}
      className={`mt-5 grid gap-3.5 border-line-2 border-t pt-3.5 ${COMPACT_FIELDS}`}
      title="Correct the buyer"
      button="Issue a corrected bill"
      cancel={close}
      footer={<Alert problem={task.problem} />}
      send={() => task.run(() => correctBill(number, correction))}
    >
      <p className="hint">
        A credit note cancels this bill, and a new bill with a new number has the same amount. This cannot be undone.
        The customer gets both by email.
      </p>
      <TextField id="bill-buyer" label="Name of the buyer" autoFocus maxLength={200} {...field('buyerName')} />
      <TextField id="bill-pan" label="PAN" optional inputMode="numeric" maxLength={40} {...field('pan')} />
      <ReasonField
        id="bill-reason"
        label="Reason"
        hint="The customer reads it on the credit note."
        {...field('reason')}
      />
    </TaskForm>
  )
}
