import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import mark from '#assets/mark.svg?inline'
import { IconButton } from '#islands/ui/buttons.tsx'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'
import { $chat } from '#stores/chat/chat.ts'
import { Composer } from './Composer.tsx'
import { Transcript } from './Transcript.tsx'

/** Above this width the panel is beside the page; below, it covers it. */
const BESIDE_QUERY = '(width > 600px)'

export function ChatPanel({ name, onClose }: { name: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { offline } = useStore($chat)
  // Sets the height before the first paint, so that the page is laid out once.
  useLayoutEffect(() => {
    const stopResizing = fitAboveKeyboard(dialog.current)
    if (matchMedia(BESIDE_QUERY).matches) dialog.current?.show()
    else dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
    return stopResizing
  }, [])
  const close = () => dialog.current?.close()
  // A non-modal dialog does not close on Escape, and the focus may be in the page.
  useDocumentEvent('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && !isCovered(dialog.current)) close()
  })

  return (
    <dialog ref={dialog} className="chat" aria-labelledby="chat-name" onClose={onClose}>
      <header className="chat-head">
        <h2 id="chat-name" className="chat-name">
          <img src={mark} alt="" width="28" height="28" />
          <span>
            {name} {offline && <span className="chat-offline">(offline)</span>}
          </span>
        </h2>
        <IconButton icon={X} label="Close the assistant" onClick={close} />
      </header>
      {offline && (
        <p className="chat-built-in">
          I can only give short answers at the moment. For more,{' '}
          <a className="link" href="/contact">
            call us or write on WhatsApp
          </a>
          .
        </p>
      )}
      <Transcript />
      <Composer />
    </dialog>
  )
}

/** Another dialog over the panel closes first. */
const isCovered = (panel: HTMLElement | null): boolean =>
  [...document.querySelectorAll('dialog:modal, :popover-open')].some((other) => other !== panel)

/** Ends the panel above a phone's on-screen keyboard. Returns a function that stops it. */
function fitAboveKeyboard(panel: HTMLElement | null): (() => void) | undefined {
  const view = window.visualViewport
  if (!view || !panel) return undefined
  const resize = () => panel.style.setProperty('--chat-height', `${view.height}px`)
  resize()
  view.addEventListener('resize', resize)
  return () => view.removeEventListener('resize', resize)
}
