interface Props {
  /** How many rows are in sight, in words. */
  said: string
  more: boolean
  busy: boolean
  onMore: () => void
}

export const ListFoot = ({ said, more, busy, onMore }: Props) => (
  <div className="admin-foot">
    <p className="small mute">{said}</p>
    {more && (
      <button type="button" className="button button-quiet button-small" aria-disabled={busy} onClick={onMore}>
        {busy ? 'Reading…' : 'Show more'}
      </button>
    )}
  </div>
)
