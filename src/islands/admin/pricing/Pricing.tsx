import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { OFFICE } from '#stores/admin/office.ts'
import { $changes, $prices, followPrices, hearPrices, readPrices } from '#stores/admin/prices.ts'
import { $session } from '#stores/admin/session.ts'
import { Admin } from '../Admin.tsx'
import { Problem } from '../Problem.tsx'
import { Skeleton } from '../Skeleton.tsx'
import type { ScreenProps } from '../screens.ts'
import { useDesk } from '../useDesk.ts'
import { ChangeBar } from './ChangeBar.tsx'
import { History } from './History.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import { Publish } from './Publish.tsx'
import './below.css'
import './pricing.css'
import type { PriceNames } from './words.ts'

const SCREEN = { read: readPrices, hearPrices }
export default ({ brand, locations, plans }: ScreenProps) => (
  <Admin path="/admin/pricing" brand={brand}>
    <Pricing names={{ locations, plans }} />
  </Admin>
)

/** Every price of every location in one grid: saved together, kept in a history, taken back with one press. */
function Pricing({ names }: { names: PriceNames }) {
  useDesk(SCREEN)
  useEffect(followPrices, [])
  useUnsavedWarning()
  const { list, failure } = useStore($prices, { ssr: 'initial' })
  return (
    <>
      <div className="admin-head-row">
        <h1 className="admin-title">Pricing</h1>
        <p className="mute">NPR. An empty week price means not set.</p>
      </div>
      {!list && failure && <Problem failure={failure} again={() => void readPrices()} />}
      {!list && !failure && <Skeleton />}
      {list && (
        <>
          <PriceGrid names={names} />
          <ChangeBar names={names} />
          {OFFICE && (
            <div className="pricing-below">
              <History names={names} />
              <Publish />
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
