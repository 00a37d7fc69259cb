import { Printer } from 'lucide-react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import type { GridRoom } from './lay-out-rooms.ts'

interface Props {
  room: GridRoom
  printDoor: (roomId: string) => void
}

export const PrintDoorButton = ({ room, printDoor }: Props) => (
  <LinkButton className="link min-h-11 whitespace-nowrap text-label" onClick={() => printDoor(room.id)}>
    <Printer className="icon" aria-hidden="true" />
    Print for the door<span className="visually-hidden"> of {room.name}</span>
  </LinkButton>
)
