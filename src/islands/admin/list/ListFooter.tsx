import { useEffect, useRef } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'

interface Props {
  status: string
  hasMore: boolean
  busy: boolean
  onLoadMore: () => void
}

export function ListFooter({ status, hasMore, busy, onLoadMore }: Props) {
  const text = useRef<HTMLParagraphElement>(null)
  const wasClicked = useRef(false)
  // The button disappears after the last page; the focus moves to the text unless the user has moved it.
  useEffect(() => {
    if (busy) return
    if (wasClicked.current && !hasMore && document.activeElement === document.body) text.current?.focus()
    wasClicked.current = false
  }, [busy, hasMore])
  const click = () => {
    wasClicked.current = true
    onLoadMore()
  }
  return (
    <div className="flex min-h-17 items-center justify-between gap-3 pt-3">
      <p className="small mute" ref={text} tabIndex={-1}>
        {status}
      </p>
      {hasMore && (
        <QuietButton className="button button-quiet button-small flex-none" busy={busy} onClick={click}>
          {busy ? 'Loading…' : 'Show more'}
        </QuietButton>
      )}
    </div>
  )
}
