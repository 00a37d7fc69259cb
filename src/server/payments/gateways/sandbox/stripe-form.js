/** Fake of Stripe.js for the sandbox, with a form for test cards. Other numbers stay in the browser. */
;(() => {
  const CARDS = {
    4242424242424242: ['visa', 'Pays'],
    4000000000000002: ['chargeDeclined', 'Is declined'],
    4000002500003155: ['authenticationRequired', 'Needs confirmation'],
    4000000000003055: ['slow', 'Pays slowly'],
    4000000000003063: ['responseLost', 'Pays, response lost'],
  }
  const spaced = (number) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

  function make(tag, properties = {}, children = []) {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  function field(id, label, properties) {
    const input = make('input', { id, type: 'text', inputMode: 'numeric', required: true, ...properties })
    const error = make('p', { className: 'error', id: `${id}-error`, hidden: true })
    input.setAttribute('aria-describedby', error.id)
    const whole = make('div', { className: 'field' }, [
      make('label', { htmlFor: id, textContent: label }),
      input,
      error,
    ])
    const setError = (text) => {
      error.textContent = text
      error.hidden = text === ''
      whole.classList.toggle('field-bad', text !== '')
      if (text) input.setAttribute('aria-invalid', 'true')
      else input.removeAttribute('aria-invalid')
      return text
    }
    return { whole, input, setError }
  }

  /** `read` returns the problem, or the test card. */
  function cardForm() {
    // Browsers must not offer a stored card.
    const number = field('card-number', 'Card number', { autocomplete: 'off', maxLength: 19 })
    const expiry = field('card-expiry', 'Expiry (MM / YY)', { autocomplete: 'off', maxLength: 7 })
    const code = field('card-code', 'Security code', { autocomplete: 'off', maxLength: 4 })
    const hint = make('p', {
      className: 'hint',
      id: 'card-test-hint',
      textContent: 'It fills the fields: never enter a real card here.',
    })
    const choice = make('select', { id: 'card-test' }, [
      make('option', { value: '', textContent: 'Choose a card' }),
      ...Object.entries(CARDS).map(([digits, [, does]]) =>
        make('option', { value: digits, textContent: `${does}: … ${digits.slice(-4)}` }),
      ),
    ])
    choice.setAttribute('aria-describedby', hint.id)
    choice.onchange = () => {
      const [typed, date, digits] = choice.value ? [spaced(choice.value), '12 / 34', '123'] : ['', '', '']
      number.input.value = typed
      expiry.input.value = date
      code.input.value = digits
      for (const { setError } of [number, expiry, code]) setError('')
    }
    const node = make('div', {}, [
      make('div', { className: 'field' }, [
        make('label', { htmlFor: choice.id, textContent: 'Test card' }),
        hint,
        choice,
      ]),
      number.whole,
      make('div', { className: 'field-row' }, [expiry.whole, code.whole]),
    ])
    const read = () => {
      const [card] = CARDS[number.input.value.replace(/\D/g, '')] ?? []
      const invalid = [
        [number, card ? '' : 'Only the test cards work here. Do not enter a real card.'],
        [
          expiry,
          /^\s*(0?[1-9]|1[0-2])\s*\/\s*\d\d\s*$/.test(expiry.input.value) ? '' : 'Enter month and year, as 12 / 34.',
        ],
        [code, /^\d{3,4}$/.test(code.input.value) ? '' : 'Enter three or four digits.'],
      ].filter(([cardField, text]) => cardField.setError(text))
      invalid[0]?.[0].input.focus()
      return invalid.length > 0 ? { problem: invalid[0][1] } : { card }
    }
    return { node, read }
  }

  async function send(clientSecret, card, returnUrl) {
    const id = clientSecret.split('_secret_')[0]
    const response = await fetch(`/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: clientSecret, card, return_url: returnUrl }),
    })
    return response.json()
  }

  window.Stripe = Object.assign(
    () => ({
      elements: ({ clientSecret }) => {
        const form = cardForm()
        const element = {
          on: () => element,
          mount: (container) => container.replaceChildren(form.node),
          destroy: () => form.node.remove(),
        }
        return { create: () => element, clientSecret, read: form.read }
      },
      confirmPayment: async ({ elements, confirmParams }) => {
        const { card, problem } = elements.read()
        if (problem) return { error: { type: 'validation_error', message: problem } }
        try {
          const intent = await send(elements.clientSecret, card, confirmParams.return_url)
          if (intent.error) return { error: intent.error }
          const next = intent.next_action?.redirect_to_url.url
          if (!next) return { paymentIntent: intent }
          window.location.assign(next)
          // The page is unloading: like Stripe's, the promise never settles.
          return new Promise(() => {})
        } catch {
          return { error: { type: 'api_connection_error', message: 'The connection was lost.' } }
        }
      },
    }),
    { version: 'sandbox' },
  )
})()
