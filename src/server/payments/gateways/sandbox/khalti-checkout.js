/** Fake of Khalti's older script: same constructor, `show` and events. Our server issues the token. */
const OUTCOMES = [
  ['pay', 'Pay', 'button'],
  ['altered', 'A different amount is paid', 'button button-quiet button-small'],
  ['hold', 'Pay, and stay pending', 'button button-quiet button-small'],
  ['outage', 'Pay while Khalti is down', 'button button-quiet button-small'],
]

window.KhaltiCheckout = class KhaltiCheckout {
  constructor(config) {
    this.config = config
  }

  show({ amount }) {
    const { eventHandler, productName, productIdentity, paymentPreference } = this.config
    const dialog = document.createElement('dialog')
    dialog.className = 'khalti-window'
    Object.assign(dialog.style, {
      margin: 'auto',
      padding: '24px',
      maxWidth: '420px',
      border: '2px solid',
      gap: '12px',
    })
    Object.assign(dialog.style, { background: 'var(--paper)', color: 'var(--ink)' })
    dialog.setAttribute('aria-labelledby', 'khalti-window')
    const line = (tag, text, id = '') => {
      const element = dialog.appendChild(document.createElement(tag))
      element.textContent = text
      element.id = id
      element.style.marginBlockEnd = '12px'
      return element
    }
    const addButton = (text, className, run) => {
      const button = line('button', text)
      button.type = 'button'
      button.className = className
      button.style.width = '100%'
      button.onclick = () => {
        dialog.remove()
        run()
      }
    }
    line('h2', 'Pay with Khalti', 'khalti-window').className = 'display-3'
    line('p', TEST_MODE_NOTE).style.fontWeight = '600'
    line('p', `${productName}: NPR ${(amount / 100).toLocaleString('en-US')}`)
    line('p', paymentPreference.join(', ')).style.fontSize = '14px'
    for (const [choice, text, className] of OUTCOMES)
      addButton(text, className, async () => {
        const response = await fetch('/sandbox/khalti/window', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ choice, amount, productIdentity, productName }),
        })
        const { token } = await response.json()
        eventHandler.onSuccess({ token, amount, product_identity: productIdentity, product_name: productName })
      })
    addButton('Wrong PIN', 'button button-quiet button-small', () =>
      eventHandler.onError({ detail: 'Mobile or pin invalid.', error_key: 'validation_error' }),
    )
    addButton('Close', 'button button-quiet button-small', () => eventHandler.onClose())
    dialog.addEventListener('cancel', () => {
      dialog.remove()
      eventHandler.onClose()
    })
    document.body.append(dialog)
    dialog.showModal()
  }
}
