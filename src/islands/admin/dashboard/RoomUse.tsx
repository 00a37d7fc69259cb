import { formatRoomMinutes } from '#domain/room.ts'
import type { Stats } from '#stores/admin/dashboard/stats.ts'
import { ShareFill } from './ShareFill.tsx'

const formatShare = (share: number): string => (share > 0 && share < 0.01 ? 'under 1%' : `${Math.round(100 * share)}%`)

interface RoomUseProps {
  rooms: Stats['rooms']
  getLocationName(locationId: string): string
}

export function RoomUse({ rooms, getLocationName }: RoomUseProps) {
  if (rooms.length === 0) return null
  return (
    <div>
      <h3 className="heading-4">Room hours</h3>
      <table className="num table">
        <caption className="visually-hidden">Room hours</caption>
        <thead>
          <tr>
            <th scope="col">Room</th>
            <th scope="col" className="right">
              Reserved of bookable
            </th>
            <th scope="col" colSpan={2} className="sm:pl-6">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ roomId, name, locationId, minutes, bookable }) => {
            const share = bookable === 0 ? 0 : Math.min(1, minutes / bookable)
            return (
              <tr key={roomId}>
                <th scope="row">
                  {name} <small className="block text-ink-3 text-label">{getLocationName(locationId)}</small>
                </th>
                <td className="right">
                  {minutes / 60} of {formatRoomMinutes(bookable)}
                </td>
                <td aria-hidden="true" className="w-2/5 max-sm:w-1/5 sm:pl-6">
                  <span className="block h-2 bg-line">
                    <ShareFill share={share} color="bg-line-3" />
                  </span>
                </td>
                <td className="right">{formatShare(share)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
