import style from './chat.css?url'

// This module loads when the launcher is touched: panel and style are requested side by side, before the click.
let panel = loadPanel()
const styleLoaded = loadStyle()

let isOpen = false

/** Opens the panel beside `opener`, which gets the focus back when it closes. Reports a panel that could not be loaded. */
export async function openAssistant(opener: HTMLAnchorElement, name: string): Promise<void> {
  if (isOpen) return
  isOpen = true
  const place = document.createElement('div')
  const close = () => {
    isOpen = false
    place.remove()
    opener.setAttribute('aria-expanded', 'false')
    opener.focus()
  }
  const fail = () => {
    close()
    showFailure(opener, () => {
      panel = loadPanel()
      openAssistant(opener, name)
    })
  }
  opener.setAttribute('aria-expanded', 'true')
  try {
    const [{ mountPanel }] = await Promise.all([panel, styleLoaded])
    opener.after(place)
    mountPanel(place, name, close, fail)
  } catch {
    fail()
  }
}

function loadPanel(): Promise<typeof import('./mount-panel.tsx')> {
  const loading = import('./mount-panel.tsx')
  // Reported once the launcher is clicked.
  loading.catch(() => {})
  return loading
}

/** A popover without a style of its own, because the panel's style may be missing too. */
function showFailure(opener: HTMLAnchorElement, retry: () => void): void {
  const note = Object.assign(document.createElement('div'), {
    popover: 'auto',
    className: 'note note-bad',
    role: 'alert',
  })
  const text = document.createElement('p')
  const link = Object.assign(document.createElement('a'), { href: opener.href, textContent: 'write to us' })
  text.append('The assistant could not be loaded. Check your connection and try again, or ', link, '.')
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button button-quiet button-small',
    textContent: 'Try Again',
    onclick: () => {
      note.hidePopover()
      retry()
    },
  })
  Object.assign(note.style, { margin: 'auto 16px 16px auto', alignItems: 'center', maxWidth: '28rem' })
  note.append(text, button)
  note.addEventListener('toggle', ({ newState }) => newState === 'closed' && note.remove())
  opener.after(note)
  note.showPopover()
  button.focus()
}

/** The panel's style comes with the panel: no page carries it before somebody asks. */
function loadStyle(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
  document.head.append(link)
  return new Promise((done) => {
    link.onload = done
    // Undressed it can still be read.
    link.onerror = done
  })
}
