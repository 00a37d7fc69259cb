import { Button } from '#islands/ui/buttons.tsx'
import { COLUMNS } from './columns.ts'
import { PaymentActions } from './PaymentActions.tsx'
import { PANEL_TEXT, StatusPanel } from './StatusPanel.tsx'

export function BookingLoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={COLUMNS}>
      <StatusPanel edge="border-t-danger" heading="Your booking cannot be shown">
        <p className={PANEL_TEXT}>{message}</p>
        <PaymentActions>
          <Button onClick={onRetry}>Try again</Button>
        </PaymentActions>
      </StatusPanel>
    </div>
  )
}
