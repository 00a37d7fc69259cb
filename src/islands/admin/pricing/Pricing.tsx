import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $changes, $prices, readPrices, receivePrices, refreshPricesOnReturn } from '#stores/admin/prices/prices.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LoadState } from '../load-states.tsx'
import { PublishPages } from '../PublishPages.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { useUnsavedWarning } from '../useUnsavedWarning.ts'
import { ChangeBar } from './ChangeBar.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import { PriceHistory } from './PriceHistory.tsx'

export default createStaffScreen('/admin/pricing', { read: readPrices, receivePrices }, Pricing)

function Pricing(names: ScreenProps) {
  useEffect(refreshPricesOnReturn, [])
  useUnsavedWarning(Object.keys(useStore($changes)).length > 0)
  const { list, failure } = useStore($prices, { ssr: 'initial' })
  return (
    <>
      <ScreenHead title="Pricing">
        <p className="mute">Prices in NPR. Leave a weekly price empty if the plan is not sold by the week.</p>
      </ScreenHead>
      {!list && <LoadState data={list} failure={failure} retry={readPrices} />}
      {list && (
        <>
          <PriceGrid names={names} />
          <ChangeBar names={names} />
          {HAS_SERVER_FEATURES && (
            <div className="mt-4 grid grid-cols-history items-start gap-x-fluid-24-64 gap-y-6 max-md:grid-cols-1">
              <PriceHistory names={names} />
              <PublishPages what="prices" />
            </div>
          )}
        </>
      )}
    </>
  )
}
