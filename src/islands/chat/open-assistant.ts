import style from './chat.css?url'

// This module is loaded on the first touch of the launcher, so panel and style are requested before the click.
let panel = loadPanel()
const styleLoaded = loadStyle()

let isOpen = false

/** Opens the panel beside `opener`, which regains focus on close. Reports a panel that could not be loaded. */
export async function openAssistant(opener: HTMLAnchorElement, name: string): Promise<void> {
  if (isOpen) return
  isOpen = true
  const container = document.createElement('div')
  const close = () => {
    isOpen = false
    container.remove()
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
    opener.after(container)
    mountPanel(container, name, close, fail)
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

/** An unstyled popover, because the panel's style may be missing too. */
function showFailure(opener: HTMLAnchorElement, retry: () => void): void {
  const note = Object.assign(document.createElement('div'), {
    popover: 'auto',
    className: 'note note-bad',
    role: 'alert',
  })
  const text = document.createElement('p')
  const link = Object.assign(document.createElement('a'), { href: opener.href, textContent: 'call us or write to us' })
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

/** The panel's style loads with the panel, so that pages do not carry it. */
function loadStyle(): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
  document.head.append(link)
  return new Promise((done) => {
    link.onload = done
    // The panel is readable without its style.
    link.onerror = done
  })
}
