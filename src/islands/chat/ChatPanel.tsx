import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import mark from '#assets/mark.svg?inline'
import { $chat, openChat } from '#stores/chat/chat.ts'
import { Composer } from './Composer.tsx'
import { Transcript } from './Transcript.tsx'

interface ChatPanelProps {
  name: string
  /** Told when the panel was closed by any of its ways. */
  onClose: () => void
}

/** Up to this width the panel fills the page; above it, it is beside the page. */
const BESIDE_QUERY = '(width > 600px)'

/** The assistant's panel. Its dialog opens with it; `closed` is its end. */
export function ChatPanel({ name, onClose }: ChatPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { offline } = useStore($chat)
  useEffect(openChat, [])
  // In the frame that it is drawn in, and its height first: a page is laid out once for it.
  useLayoutEffect(() => {
    const leaveAlone = followKeyboard(dialog.current)
    if (matchMedia(BESIDE_QUERY).matches) dialog.current?.show()
    else dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
    return leaveAlone
  }, [])
  const close = () => dialog.current?.close()
  useEffect(() => {
    // A dialog that stands beside the page does not close by itself, and whoever reads the page has the focus there.
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isCovered(dialog.current)) dialog.current?.close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])

  return (
    <dialog ref={dialog} className="chat" aria-labelledby="chat-name" onClose={onClose}>
      <header className="chat-head">
        <h2 id="chat-name" className="chat-name">
          <img src={mark} alt="" width="28" height="28" />
          <span>
            {name} {offline && <span className="chat-offline">(offline)</span>}
          </span>
        </h2>
        <button type="button" className="icon-button" onClick={close}>
          <X className="icon" aria-hidden="true" />
          <span className="visually-hidden">Close the assistant</span>
        </button>
      </header>
      <Transcript />
      <Composer />
    </dialog>
  )
}

/** What lies over the page is closed first. */
const isCovered = (panel: HTMLElement | null): boolean =>
  [...document.querySelectorAll('dialog:modal, :popover-open')].some((other) => other !== panel)

/** The keyboard of a phone takes its part of the page: the panel ends above it. */
function followKeyboard(panel: HTMLElement | null): (() => void) | undefined {
  const view = window.visualViewport
  if (!view || !panel) return undefined
  const follow = () => panel.style.setProperty('--chat-height', `${view.height}px`)
  follow()
  view.addEventListener('resize', follow)
  return () => view.removeEventListener('resize', follow)
}
