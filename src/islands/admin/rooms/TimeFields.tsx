import type { RoomChoice, RoomDay } from '#stores/admin/desk/rooms.ts'
import { SelectField } from '../form/fields.tsx'
import { getTimeOptions } from '../form/time-options.ts'

interface Props {
  rooms: RoomDay['rooms']
  choice: RoomChoice
  errors: Readonly<Record<string, string | undefined>>
  change: (changed: Partial<RoomChoice>) => void
}

export const TimeFields = ({ rooms, choice, errors, change }: Props) => (
  <>
    <SelectField
      id="room-choice"
      label="Room"
      error={errors.roomId}
      value={choice.roomId}
      options={Object.fromEntries(rooms.map(({ id, name }) => [id, name]))}
      onChange={(roomId) => change({ roomId })}
    />
    <div className="grid grid-cols-2 gap-3.5">
      {(['start', 'end'] as const).map((name) => (
        <SelectField
          key={name}
          id={`room-${name}`}
          label={name === 'start' ? 'From' : 'To'}
          error={errors[name]}
          value={choice[name]}
          // Every half hour, because another day can have other hours.
          options={getTimeOptions(choice[name])}
          onChange={(time) => change({ [name]: time })}
        />
      ))}
    </div>
  </>
)
