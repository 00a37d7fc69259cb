import { useStore } from '@nanostores/react'
import { Printer } from 'lucide-react'
import { Fragment } from 'react'
import { formatLongDate } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { PrintedSeller } from '#islands/ui/PrintedSeller.tsx'
import { cashUpDay } from '#stores/admin/desk/cash-up.ts'
import { createStaffScreen } from '../create-staff-screen.tsx'
import { LocationDayFields } from '../LocationDayFields.tsx'
import { EmptyState, LoadState } from '../load-states.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import type { ScreenProps } from '../screens.ts'
import { SharedTill } from './SharedTill.tsx'
import { Till } from './Till.tsx'

const { read: readTills } = cashUpDay

export default createStaffScreen(
  '/admin/cash-up',
  { read: cashUpDay.open, receiveBooking: () => void readTills() },
  CashUps,
)

function CashUps({ locations, seller }: Pick<ScreenProps, 'locations' | 'seller'>) {
  const { location, date, data: day, failure } = useStore(cashUpDay.$day, { ssr: 'initial' })
  return (
    <>
      <div className="no-print">
        <ScreenHead title="Cash-up">
          <QuietButton disabled={!day || day.people.length === 0} onClick={() => window.print()}>
            <Printer className="icon" aria-hidden="true" />
            Print
          </QuietButton>
        </ScreenHead>
      </div>
      <LocationDayFields id="cash-up" locations={locations} location={location} date={date} screen={cashUpDay} />
      <LoadState data={day} failure={failure} retry={readTills} />
      {day && (
        <>
          <div className="py-3 print:hidden" role="status">
            <h2 className="heading-4">
              {day.locationName}, <span className="max-sm:block">{formatLongDate(day.date)}</span>
            </h2>
          </div>
          {day.shared && <SharedTill locationName={day.locationName} shared={day.shared} />}
          {day.people.length === 0 && (
            <EmptyState title="No money at the desk.">
              Money that the desk takes or pays out on this day appears here. Choose another day or location above.
            </EmptyState>
          )}
          {day.people.map((person, index) => (
            <Fragment key={`${day.locationId}/${day.date}/${person.staffId}`}>
              {index > 0 && <PrintedSeller className="print:break-before-page" seller={seller} />}
              <Till day={day} person={person} />
            </Fragment>
          ))}
        </>
      )}
    </>
  )
}
