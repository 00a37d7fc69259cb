import { COLUMNS } from './columns.ts'
import { PaymentSummary } from './PaymentSummary.tsx'
import { StatusPanel, type StatusPanelProps } from './StatusPanel.tsx'
import { STATUS_MESSAGE_ID } from './screen-focus.ts'

/** One state of the payment beside the booking's summary. The heading is described by the element with `STATUS_MESSAGE_ID`. */
export const PaymentPanel = (panel: StatusPanelProps) => (
  <div className={COLUMNS}>
    <StatusPanel describedBy={STATUS_MESSAGE_ID} {...panel} />
    <PaymentSummary />
  </div>
)
