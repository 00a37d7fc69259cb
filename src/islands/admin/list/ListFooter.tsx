import { useEffect, useRef } from 'react'

interface Props {
  /** How many rows are in sight, in words. */
  status: string
  more: boolean
  busy: boolean
  onMore: () => void
}

export function ListFooter({ status, more, busy, onMore }: Props) {
  const text = useRef<HTMLParagraphElement>(null)
  const isPressed = useRef(false)
  // The last page takes the button away, and whoever has gone nowhere else meanwhile goes on from what is said there.
  useEffect(() => {
    if (busy) return
    if (isPressed.current && !more && document.activeElement === document.body) text.current?.focus()
    isPressed.current = false
  }, [busy, more])
  const press = () => {
    isPressed.current = true
    onMore()
  }
  return (
    <div className="admin-foot">
      <p className="small mute" ref={text} tabIndex={-1}>
        {status}
      </p>
      {more && (
        <button type="button" className="button button-quiet button-small" aria-disabled={busy} onClick={press}>
          {busy ? 'Reading…' : 'Show more'}
        </button>
      )}
    </div>
  )
}
