import { useStore } from '@nanostores/react'
import { type SubmitEvent, useState } from 'react'
import { $removal, removeSubscriber } from '#stores/admin/messages/newsletter.ts'
import { TextField } from '../form/fields.tsx'

/** The privacy page promises that staff can remove a subscriber here. */
export function NewsletterSubscribers({ subscribers }: { subscribers: number }) {
  const { busy, removed, problem } = useStore($removal)
  const [email, setEmail] = useState('')
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    // An address entered during the request stays.
    if (await removeSubscriber(email)) setEmail((current) => (current === email ? '' : current))
  }
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <h2 id="newsletter" className="heading-4">
        Newsletter
      </h2>
      <p className="mute">{subscribers === 1 ? '1 subscriber.' : `${subscribers} subscribers.`}</p>
      <form className="newsletter-form" noValidate onSubmit={submit}>
        <TextField
          id="newsletter-email"
          label="Remove an address from the list"
          error={problem}
          type="email"
          maxLength={300}
          value={email}
          onChange={setEmail}
        />
        <button type="submit" className="button button-quiet button-small" aria-disabled={busy}>
          Remove
        </button>
      </form>
      <p role="status">{removed && `${removed} was removed from the list.`}</p>
    </section>
  )
}
