import type { RoomChoice, RoomDay } from '#stores/admin/desk/rooms.ts'
import { InputField, SelectField } from '../form/fields.tsx'

interface Props {
  rooms: RoomDay['rooms']
  choice: RoomChoice
  errors: Readonly<Record<string, string | undefined>>
  change: (changed: Partial<RoomChoice>) => void
}

const HALF_HOUR_S = 1_800

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
        <InputField
          key={name}
          id={`room-${name}`}
          label={name === 'start' ? 'From' : 'To'}
          type="time"
          step={HALF_HOUR_S}
          error={errors[name]}
          value={choice[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
    </div>
  </>
)
