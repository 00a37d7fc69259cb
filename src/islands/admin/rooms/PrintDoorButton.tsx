import { Printer } from 'lucide-react'
import { IconButton } from '#islands/ui/buttons.tsx'
import type { GridRoom } from './lay-out-rooms.ts'

interface Props {
  room: GridRoom
  printDoor: (roomId: string) => void
}

export const PrintDoorButton = ({ room, printDoor }: Props) => (
  <IconButton
    icon={Printer}
    label={`Print ${room.name} for its door`}
    title="Print for the door"
    onClick={() => printDoor(room.id)}
  />
)
