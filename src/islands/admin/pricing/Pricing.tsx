import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $changes, $prices, readPrices, receivePrices, refreshPricesOnReturn } from '#stores/admin/prices/prices.ts'
import type { StaffScreen } from '#stores/admin/screen.ts'
import { $session } from '#stores/admin/session/session.ts'
import { AdminShell } from '../AdminShell.tsx'
import { LoadError } from '../LoadError.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useStaffScreen } from '../useStaffScreen.ts'
import { ChangeBar } from './ChangeBar.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { PublishPrices } from './PublishPrices.tsx'
import './history-and-publish.css'
import './pricing.css'
import type { PriceNames } from './labels.ts'

const SCREEN = { read: readPrices, receivePrices } satisfies StaffScreen
export default ({ brand, locations, plans }: ScreenProps) => (
  <AdminShell path="/admin/pricing" brand={brand}>
    <Pricing names={{ locations, plans }} />
  </AdminShell>
)

/** Every price of every location in one grid: saved together, kept in a history, taken back with one press. */
function Pricing({ names }: { names: PriceNames }) {
  useStaffScreen(SCREEN)
  useEffect(refreshPricesOnReturn, [])
  useUnsavedWarning()
  const { list, failure } = useStore($prices, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Pricing</h1>
        <p className="mute">NPR. An empty week price means not set.</p>
      </div>
      {!list && failure && <LoadError failure={failure} onRetry={() => void readPrices()} />}
      {!list && !failure && <Skeleton />}
      {list && (
        <>
          <PriceGrid names={names} />
          <ChangeBar names={names} />
          {HAS_SERVER_FEATURES && (
            <div className="pricing-below">
              <PriceHistory names={names} />
              <PublishPrices />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Whoever leaves with prices that are typed and not saved is asked first, unless their session is over. */
function useUnsavedWarning() {
  const unsaved = Object.keys(useStore($changes)).length > 0
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => $session.get().state !== 'left' && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
